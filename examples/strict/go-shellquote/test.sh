#!/bin/sh
# Interesting when: Go compiles shellquote.go, the program ends without an error and one of the printed lines is exactly the wanted one.
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=shellquote.go
want='2: 2 ["say \"hi\" $x \\n" "it'\''s"] -> '\''say "hi" $x \n'\'' it\'\''s (true <nil>)'
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
run() {
  timeout -k 1 30 $as env -i PATH="/usr/local/bin:/usr/bin:/bin" HOME=/tmp TMPDIR="$t" LC_ALL=C.UTF-8 TZ=UTC0 "$@" </dev/null
}
# What compile and link need to know of the standard library is made once and kept.
umask 022
std=/tmp/case-go-$(id -u)$(readlink -f "$(command -v go)" | tr / -)
if [ ! -f "$std/ready" ]; then
  mkdir -p "$std" || exit 1
  (
    flock 9
    [ -f "$std/ready" ] && exit 0
    export GOCACHE="$std/build" GOFLAGS= HOME=/tmp
    go env GOTOOLDIR > "$std/tools" &&
    go list -export -deps -f '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}' \
      bufio bytes errors fmt io math os regexp sort strconv strings unicode unicode/utf8 > "$std/cfg" &&
    : > "$std/ready"
  ) 9>"$std/lock"
fi
# The limit is processor time, that a busy machine changes nothing; the clock's is far off.
ulimit -c 0; ulimit -f 40000; ulimit -t 3
tools=$(cat "$std/tools")
run "$tools/compile" -o main.a -p main -complete -importcfg "$std/cfg" -pack "$src" >/dev/null 2>&1 || exit 1
run "$tools/link" -s -w -o prog -importcfg "$std/cfg" main.a >/dev/null 2>&1 || exit 1
ulimit -t 1
run ./prog >out 2>/dev/null || exit 1
grep -qxF -e "$want" out
