#!/bin/sh
# Interesting when: shellcheck reports exactly one thing for todo.sh: that getPrefix declares and assigns base at once (matters of quoting and style are left out).
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=todo.sh
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
ulimit -c 0; ulimit -f 40000; ulimit -t 6
run() {
  timeout -k 1 30 $as env -i PATH="/usr/local/bin:/usr/bin:/bin" HOME=/tmp TMPDIR="$t" LC_ALL=C.UTF-8 TZ=UTC0 "$@" </dev/null
}
run shellcheck -s bash -f gcc -e SC1078,SC1079,SC1090,SC1091,SC2001,SC2004,SC2016,SC2018,SC2019,SC2035,SC2048,SC2086,SC2166,SC2188,SC2220,SC2283 "$src" >said 2>&1 && exit 1
[ "$(wc -l <said)" = 1 ] && grep -q 'warning: Declare and assign separately to avoid masking return values. \[SC2155\]$' said
