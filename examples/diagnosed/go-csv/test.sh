#!/bin/sh
# Interesting when: go vet reports exactly one thing for csv.go: that %s is given a number.
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=csv.go
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
# What the compiler needs to know of the standard library is made once and kept.
umask 022
std=/tmp/case-go-diagnosed-csv-$(id -u)$(readlink -f "$(command -v go)" | tr / -)
if [ ! -f "$std/ready" ]; then
  mkdir -p "$std" || exit 1
  (
    flock 9
    [ -f "$std/ready" ] && exit 0
    export GOCACHE="$std/build" GOFLAGS= HOME=/tmp
    go env GOTOOLDIR > "$std/tools" &&
    go list -export -deps -f '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}' \
      bufio bytes encoding errors fmt io os reflect sort strconv strings sync time unicode unicode/utf8 > "$std/cfg" &&
    : > "$std/ready"
  ) 9>"$std/lock"
fi
tools=$(cat "$std/tools")
cat >vet.cfg <<C
{"ID": "csv", "Compiler": "gc", "Dir": "$t", "ImportPath": "csv", "GoFiles": ["$t/$src"], "VetxOutput": "$t/vetx",
 "ImportMap": {$(sed -n 's|^packagefile \([^=]*\)=.*|"\1": "\1",|p' "$std/cfg") "unsafe": "unsafe"},
 "PackageFile": {$(sed -n 's|^packagefile \([^=]*\)=\(.*\)|"\1": "\2",|p' "$std/cfg") "none": "none"}}
C
run "$tools/vet" ./vet.cfg >err 2>&1 && exit 1
sed 's|^[^ ]*:[0-9]*:[0-9]*: ||' err >said
cat >want <<'W'
fmt.Sprintf format %s has arg e.Line of wrong type int
W
cmp -s said want
