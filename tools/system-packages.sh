#!/bin/sh
# The Debian packages that tests of real windows need: installed by root on Debian, else named with what is skipped.
set -u
missing=
command -v Xvfb >/dev/null 2>&1 || missing="$missing xvfb"
command -v xdotool >/dev/null 2>&1 || missing="$missing xdotool"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing$missing (Debian packages, for the window tests)…"
    apt-get update -qq -o Acquire::Retries=5 >/dev/null 2>&1
    # shellcheck disable=SC2086 - a list of names
    DEBIAN_FRONTEND=noninteractive sh "$(dirname "$0")/again.sh" apt-get install -y -qq --no-install-recommends \
        -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300 $missing >/dev/null
    exit $?
fi
echo "not installed:$missing — the tests of real windows are skipped (apt install$missing)"
[ "${CI:-}" != true ]
