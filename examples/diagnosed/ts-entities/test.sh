#!/bin/sh
# Interesting when: tsc (strict) reports exactly one error for decode.ts, that a function lacks an ending return (TS2366).
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=decode.ts
here=$(cd "$(dirname "$0")" && pwd) || exit 1
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
# TSC names another compiler; else the one that ../tools installed, its program itself or its starter.
tsc=${TSC:-}
for f in "$here"/../.tools/node_modules/@typescript/typescript-*/lib/tsc "$here"/../.tools/node_modules/.bin/tsc; do
  [ -z "$tsc" ] && [ -x "$f" ] && tsc=$f
done
run "$tsc" --strict --noUnusedLocals --noUnusedParameters --moduleDetection force --module commonjs --noEmit \
  --pretty false --target es2022 --lib es2022 --types "" "$src" >err 2>&1 && exit 1
sed 's|^[a-z.]*([0-9,]*): ||' err >said
cat >want <<'W'
error TS2366: Function lacks ending return statement and return type does not include 'undefined'.
W
cmp -s said want
