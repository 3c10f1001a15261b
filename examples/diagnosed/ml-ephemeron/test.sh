#!/bin/sh
# Interesting when: ocamlc (nearly all warnings switched on) reports exactly one warning for ephemeron.ml, that the field initial_size is never read, and no error.
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=ephemeron.ml
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
ulimit -v 2000000
run ocamlc -c -w A-4-9-40..42-44-45-70 -color never "$src" >err 2>&1 || exit 1
[ "$(grep -c '^\(Warning\|Error\)' err)" = 1 ] && grep -qx 'Warning 69 \[unused-field\]: record field initial_size is never read.' err
