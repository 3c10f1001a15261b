#!/bin/sh
# pair.sh DIRECTORY: two versions of a program, a.c and b.c, that must stay a pair (PPR): proposes to delete each line
# that both have from both at once. The property looks at both; dwindle alone would change one of them at a time.
cd "$1" || exit 1
LC_ALL=C awk '
  { start = at[FILENAME]; at[FILENAME] += length($0) + 1 }
  FILENAME == "a.c" { if (!($0 in first)) first[$0] = start; next }
  $0 in first && !($0 in done) {
    done[$0] = 1
    printf "{\"edits\": [{\"file\": \"a.c\", \"start\": %d, \"end\": %d}, ", first[$0], first[$0] + length($0) + 1
    printf "{\"file\": \"b.c\", \"start\": %d, \"end\": %d}]}\n", start, start + length($0) + 1
  }' a.c b.c
