#!/bin/sh
# Makes the virtual environment with a Python >= 3.11, preferring one that has tkinter; on Debian as root it installs
# what is missing, otherwise it says which package to ask for.
set -eu
wanted=$1
venv=$2

usable() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has() { "$1" -c "import $2" 2>/dev/null; }
root_on_debian() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }
apt_install() {
    echo "installing $* (Debian packages)…"
    apt-get update -qq -o Acquire::Retries=5 >/dev/null 2>&1 || true
    DEBIAN_FRONTEND=noninteractive sh "$(dirname "$0")/again.sh" apt-get install -y -qq --no-install-recommends \
        -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300 "$@" >/dev/null
}

python=
for candidate in "$wanted" python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
    if usable "$candidate"; then
        [ -n "$python" ] || python=$candidate
        if has "$candidate" tkinter; then python=$candidate; break; fi
    fi
done
if [ -z "$python" ]; then
    echo "cassetete needs Python 3.11 or newer ($wanted is older, or not there)" >&2
    exit 1
fi

if ! has "$python" ensurepip; then
    if root_on_debian; then
        apt_install python3-venv
    else
        echo "$python cannot make virtual environments: apt install python3-venv" >&2
        exit 1
    fi
fi
if ! has "$python" tkinter; then
    if root_on_debian; then
        apt_install python3-tk || true
    fi
    has "$python" tkinter || echo "note: $python has no tkinter (apt install python3-tk): the games will open in the terminal"
fi
"$python" -m venv "$venv"
