#!/bin/sh
# The browser tests need Debian's chromium, print editions also fonts for Chinese, Japanese and Korean (browser.sh fonts).
# Install what is missing where that can be done, and say so where it cannot. With chromium-headless-shell, where Debian
# has it, they take less time.
missing=
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || missing=chromium
if [ "$1" = fonts ]; then
    fc-list :lang=zh 2>/dev/null | grep -q . || missing="${missing:+$missing }fonts-noto-cjk"
fi
wanted=
if [ "$(id -u)" = 0 ] && ! command -v chromium-headless-shell >/dev/null 2>&1; then
    apt-cache show chromium-headless-shell >/dev/null 2>&1 && wanted=chromium-headless-shell
fi
[ -z "$missing$wanted" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing $wanted >/dev/null && exit 0
fi
[ -z "$missing" ] && exit 0
echo "missing: $missing. An administrator can install it (Debian: sudo apt-get install $missing); then run this again." >&2
exit 1
