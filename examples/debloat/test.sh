#!/bin/sh
# Keeps -l and -w, and that an option that is not known is refused. The other features may go.
cc -std=c99 -Werror=implicit-function-declaration -o count "$1" 2>log || exit 1
# A candidate may loop, write without an end or overwrite its input.
ulimit -t 2
ulimit -f 1000
run() { printf "$1" | timeout 5 ./count $2 $3; echo "status $?"; }
{
  run 'one two\nthree\n' -l
  run 'one two\nthree\n' -w
  run 'one two\nthree\n' -l -w
  run '' -l -w
  run ' \t\n\n a\tb ' -l -w
  run '4 x' --unknown 2>&1 | tail -n 1
} >actual 2>&1
cat >expected <<'END'
2
status 0
3
status 0
2
3
status 0
0
0
status 0
2
2
status 0
status 2
END
cmp -s actual expected
