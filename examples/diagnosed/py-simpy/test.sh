#!/bin/sh
# Interesting when: mypy --strict reports exactly one error for simpy.py: the argument of trigger is not that of the supertype Event ([override]).
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=simpy.py
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
# What mypy needs to know of the standard library is made once and kept.
umask 022
mypy=${MYPY:-$here/../.tools/python/bin/mypy}
kept=/tmp/case-mypy-$(id -u)$(readlink -f "$mypy" | tr / -)
if [ ! -f "$kept/ready" ]; then
  mkdir -p "$kept" || exit 1
  (
    flock 9
    [ -f "$kept/ready" ] && exit 0
    cd "$kept" && mkdir -p cache &&
    echo 'import abc, collections, functools, heapq, itertools, re, types, typing' > all_used.py &&
    "$mypy" --strict --config-file= --cache-dir cache all_used.py >/dev/null 2>&1
    chmod -R a-w cache
    : > "$kept/ready"
  ) 9>"$kept/lock"
fi
run "$mypy" --strict --config-file= --cache-dir "$kept/cache" --no-error-summary --no-pretty "$src" >err 2>&1 && exit 1
grep -v ': note: ' err | sed 's|^[a-z.]*:[0-9]*: ||' >said
cat >want <<'W'
error: Argument 1 of "trigger" is incompatible with supertype "Event"; supertype defines the argument type as "Event"  [override]
W
cmp -s said want
