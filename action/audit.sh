#!/usr/bin/env bash
# Audits the papers that differ from the commit BASE, with annotations for a GitHub workflow and a table in its summary.
#
# BASE: the commit to compare with; all papers where it is not known (a new branch), or ALL is true.
# PAPERS: patterns of git, one a line.  EFFORT: as of `derive audit`.  FAIL: false for exit code 0 where verdicts are not as expected.
set -euo pipefail

base=${BASE:-}
mapfile -t patterns < <(printf '%s\n' "${PAPERS:-*.paper.md}" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d')
if [[ ${ALL:-false} != true && $base =~ ^[0-9a-f]{40,64}$ && ! $base =~ ^0+$ ]]; then
  # A shallow checkout has not the commit; of a pull request it is the first parent of the merge that is checked out.
  git cat-file -e "$base^{commit}" 2>/dev/null || git fetch --quiet --no-tags --depth=1 origin "$base"
  mapfile -d '' -t papers < <(git diff --name-only -z --diff-filter=ACMR "$base" HEAD -- "${patterns[@]}")
else
  mapfile -d '' -t papers < <(git ls-files -z -- "${patterns[@]}")
fi
if ((${#papers[@]} == 0)); then
  echo "no paper has changed"
  exit 0
fi

result=$(mktemp)
trap 'rm -f "$result"' EXIT
options=(--format github --effort "${EFFORT:-quick}" --json "$result")
[[ ${FAIL:-true} == false ]] && options+=(--exit-zero)
code=0
derive audit "${options[@]}" -- "${papers[@]}" || code=$?
if [[ -s $result && -n ${GITHUB_STEP_SUMMARY:-} ]]; then
  { echo '```'; derive merge "$result" --exit-zero || true; echo '```'; } >> "$GITHUB_STEP_SUMMARY"
fi
exit "$code"
