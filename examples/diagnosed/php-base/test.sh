#!/bin/sh
# Interesting when: php reports exactly one error for Base.php: that Hex::decode is not compatible with the interface.
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=Base.php
[ -s "$src" ] || exit 1
# What killed runs left behind is swept when there is much of it.
set -- "${TMPDIR:-/tmp}"/strict-case.??????
[ $# -gt 30 ] && find "$@" -maxdepth 0 -mmin +2 -exec rm -rf {} + 2>/dev/null
t=$(mktemp -d "${TMPDIR:-/tmp}/strict-case.XXXXXX") || exit 1
trap 'chmod -R u+rwx "$t" 2>/dev/null; rm -rf "$t"' EXIT
trap 'exit 1' HUP INT TERM
cp "$src" "$t/$src" || exit 1
as=
if [ "$(id -u)" = 0 ]; then
  chown -R 65534:65534 "$t"
  as="setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs"
fi
cd "$t" || exit 1
# The limit is processor time, that a busy machine changes nothing; the clock's is far off.
ulimit -c 0; ulimit -f 40000; ulimit -t 4
run() {
  timeout -k 1 30 $as env -i PATH="/usr/local/bin:/usr/bin:/bin" HOME=/tmp TMPDIR="$t" LC_ALL=C.UTF-8 TZ=UTC0 "$@" </dev/null
}
run php -n -d error_reporting=-1 -d display_errors=1 -d html_errors=0 "$src" >out 2>err; [ $? = 255 ] || exit 1
[ "$(grep -c '\(Fatal\|Parse\|Warning\|Deprecated\)' out)" = 1 ] && grep -q '^Fatal error:.*Declaration of .*Hex::decode(.*must be compatible with .*EncoderInterface::decode(' out
