#!/bin/sh
# Interesting when: javac (-Xlint:all) reports exactly one error for TreeList.java: that TreeListIterator lacks hasPrevious.
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=TreeList.java
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
# The compiler's own classes are archived once and kept, so that it starts sooner.
umask 022
kept=/tmp/case-java-$(id -u)$(readlink -f "$(command -v javac)" | tr / -)
if [ ! -f "$kept/ready" ]; then
  mkdir -p "$kept" || exit 1
  (
    flock 9
    [ -f "$kept/ready" ] && exit 0
    cd "$kept" &&
    printf 'import java.util.*;\nclass A<T> { enum E { X } int n = 1; static int f(List<? extends Integer> l) { int s = 0;\nfor (int i : l) { s += i * 2; } switch (s) { case 1: return 2; default: break; }\ntry { Runnable r = () -> { }; r.run(); } catch (RuntimeException e) { throw e; } return s > 0 ? s : -s; }\npublic static void main(String[] a) { System.out.println("x" + f(new ArrayList<>()) + E.X); } }\n' > A.java
    javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -J-XX:ArchiveClassesAtExit="$kept/javac.jsa" \
      -proc:none -Xlint:all A.java >/dev/null 2>&1
    : > "$kept/ready"
  ) 9>"$kept/lock"
fi
small="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx256m"
run javac $(printf -- '-J%s ' $small) -J-XX:SharedArchiveFile="$kept/javac.jsa" \
  -encoding UTF-8 -proc:none -Xlint:all -d out "$src" >err 2>&1 && exit 1
[ "$(tail -n 1 err)" = '1 error' ] && [ "$(grep -c 'error: \|warning: ' err)" = 1 ] &&
  grep -q 'error: TreeListIterator is not abstract and does not override abstract method hasPrevious() in ListIterator$' err
