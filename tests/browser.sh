#!/bin/sh
# The browser tests need Debian's chromium. Install it where that can be done, and say so where it cannot.
command -v chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null && exit 0
fi
echo "chromium is not installed: apt-get install chromium, then run the tests again" >&2
exit 1
