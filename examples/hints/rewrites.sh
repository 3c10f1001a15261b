#!/bin/sh
# rewrites.sh FILE: stands for whatever knows more than syntax, such as a language model (LPR): it gets the file and
# prints whole new versions of it. This one replaces each call of a function with two numbers by the first number.
sed -n '/[a-z_]*([0-9]*, [0-9]*)/=' "$1" | while read -r line; do
  text=$(sed "${line}s/[a-z_]*(\([0-9]*\), [0-9]*)/\1/" "$1" | base64 | tr -d '\n')
  printf '{"content": "%s"}\n' "$text"
done
