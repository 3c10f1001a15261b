#!/bin/sh
# Interesting: the file is valid C, and the compiler warns of a shift by more bits than there are.
LC_ALL=C cc -std=c99 -pedantic-errors -fsyntax-only "$1" >log 2>&1 || exit 1
grep -q 'shift count >= width of type' log
