#!/bin/sh
# Interesting when: rustc reports exactly one warning for linked.rs: that drop_entries is never used (all lints of unused things on).
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=linked.rs
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
ulimit -v 8000000
s=$(rustc --print sysroot) || exit 1
run "$s/bin/rustc" --edition 2021 --crate-type lib --emit metadata -W unused -A unused_must_use -A mismatched_lifetime_syntaxes --error-format short "$src" >/dev/null 2>err || exit 1
sed 's|^[^ ]*:[0-9]*:[0-9]*: ||' err >said
cat >want <<'W'
warning: method `drop_entries` is never used
warning: 1 warning emitted
W
cmp -s said want
