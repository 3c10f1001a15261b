#!/bin/sh
# Interesting when: The file begins with the PHP tag, PHP runs it without an error, a warning or a notice, and one of the printed lines is exactly the wanted one.
# Everything runs under nobody (when started by root), in a directory of its own, with limits.
src=Parsedown.php
want='<li>inner <a href="/there" title="There">ref</a></li>'
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
ulimit -c 0; ulimit -f 40000; ulimit -t 2
run() {
  timeout -k 1 30 $as env -i PATH="/usr/local/bin:/usr/bin:/bin" HOME=/tmp TMPDIR="$t" LC_ALL=C.UTF-8 TZ=UTC0 "$@" </dev/null
}
ulimit -v 2000000
[ "$(head -c 5 "$src")" = '<?php' ] || exit 1
run php -n -d memory_limit=128M -d error_reporting=-1 -d display_errors=stderr -d html_errors=0 "$src" >out 2>err || exit 1
[ ! -s err ] || exit 1
grep -qxF -e "$want" out
