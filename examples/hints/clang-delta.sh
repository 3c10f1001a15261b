#!/bin/sh
# clang-delta.sh FILE: every step of every transformation of clang_delta (C-Vise, C-Reduce) as a hint.
# For C and C++: dwindle --pass-command ./clang-delta.sh TEST FILE
delta=${CLANG_DELTA:-$(command -v clang_delta || echo /usr/lib/cvise/clang_delta)}
[ -x "$delta" ] || { echo "clang_delta is not there: set CLANG_DELTA" >&2; exit 1; }
most=${MOST_STEPS:-16}
for transformation in $("$delta" --transformations 2>/dev/null); do
  n_steps=$("$delta" --query-instances="$transformation" "$1" 2>/dev/null | sed -n 's/.*instances: //p')
  step=1
  while [ "$step" -le "${n_steps:-0}" ] && [ "$step" -le "$most" ]; do
    if "$delta" --transformation="$transformation" --counter="$step" "$1" >"$TMPDIR/out" 2>/dev/null; then
      printf '{"content": "%s"}\n' "$(base64 <"$TMPDIR/out" | tr -d '\n')"
    fi
    step=$((step + 1))
  done
done
