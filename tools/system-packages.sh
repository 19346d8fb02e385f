#!/bin/sh
# The Debian packages that tests of real windows and browsers, and the page's kernels, need: installed by root on Debian, else named
# with what is skipped. With an argument, only that one: `system-packages.sh lld`.
set -u
missing=
# LLD 16 or newer: Debian 12 calls version 14 wasm-ld.
is_new() { [ "$("$1" --version 2>/dev/null | sed -n 's/.*LLD \([0-9]*\).*/\1/p')" -ge 16 ] 2>/dev/null; }
has_linker() { for name in wasm-ld wasm-ld-22 wasm-ld-19 wasm-ld-18 wasm-ld-16; do is_new $name && return; done; false; }
has_linker || missing=" lld-19"
[ "${1:-}" = lld ] || command -v Xvfb >/dev/null 2>&1 || missing="$missing xvfb"
[ "${1:-}" = lld ] || command -v xdotool >/dev/null 2>&1 || missing="$missing xdotool"
[ "${1:-}" = lld ] || command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing$missing (Debian packages, for the tests and the page)…"
    apt-get update -qq -o Acquire::Retries=5 >/dev/null 2>&1
    # shellcheck disable=SC2086 - a list of names
    DEBIAN_FRONTEND=noninteractive sh "$(dirname "$0")/again.sh" apt-get install -y -qq --no-install-recommends \
        -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300 $missing >/dev/null
    exit $?
fi
echo "not installed:$missing — real windows and browsers are not tested, or the page's kernels not built (apt install$missing)"
[ "${CI:-}" != true ]
