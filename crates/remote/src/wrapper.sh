limit=$1 needed=$2 stdin=$3 shown=$4 test=$5
shift 5
lacks() { echo "dwindle: $1 is not there" >&2; exit 76; }
: >/dev/null || exit 76
command -v timeout >/dev/null 2>&1 || lacks 'the program timeout'
[ -z "$needed" ] || command -v "$needed" >/dev/null 2>&1 || lacks "$needed, which runs the test,"
[ -x "$test" ] || lacks 'the test, or the permission to execute it,'
[ -r "$stdin" ] || lacks "$stdin"
TMPDIR=${PWD%/*}/tmp
export TMPDIR
mkdir -p "$TMPDIR" || exit 76
count=$#
for path do set -- "$@" "$PWD${path:+/$path}"; done
shift "$count"
timeout -k 1 "$limit" /bin/sh -c '
stdin=$1 shown=$2 test=$3
shift 3
if [ "$shown" = yes ]; then "$test" "$@" <"$stdin" >&2
else "$test" "$@" <"$stdin" >/dev/null 2>&1
fi
status=$?
[ "$status" != 137 ] || exit 77
echo "dwindle $status"
' dwindle "$stdin" "$shown" "$test" "$@"
status=$?
case $status in
0 | 77) exit "$status" ;;
124 | 137 | 143) exit 75 ;;
esac
lacks "a timeout that works (it ended with $status)"
