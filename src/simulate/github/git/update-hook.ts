/**
 * The `update` hook of the bare repository: refuses, per ref, what GitHub refuses. It runs inside
 * git's quarantine, the one place where pushed objects can be looked at before they are taken.
 * Reasons go to a file, one `ref<TAB>reason` a line; see explainRefusals.
 *
 * - a protected branch
 *   (https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository)
 * - a workflow file, by a token without `workflows`
 *   (https://docs.github.com/apps/creating-github-apps/registering-a-github-app/choosing-permissions-for-a-github-app)
 */
export const updateHook = `#!/bin/sh
ref=$1 old=$2 new=$3
refuse() { printf '%s\\t%s\\n' "$ref" "$1" >>"$EMBEDDED_REASONS"; exit 1; }

case " $EMBEDDED_PROTECTED " in
*" $ref "*)
  echo "error: GH006: Protected branch update failed for $ref." >&2
  echo "error: Changes must be made through a pull request." >&2
  refuse 'protected branch hook declined' ;;
esac

[ -n "$EMBEDDED_NO_WORKFLOWS" ] || exit 0
case $ref in refs/heads/*) ;; *) exit 0 ;; esac
case $new in *[!0]*) ;; *) exit 0 ;; esac
touched=$(git rev-list "$new" --not --all |
  git diff-tree --stdin -r -c --root --no-commit-id --name-only -- .github/workflows |
  head -n 1)
[ -z "$touched" ] ||
  refuse "refusing to allow \${EMBEDDED_NO_WORKFLOWS%%%*}$touched\${EMBEDDED_NO_WORKFLOWS#*%}"
exit 0
`;
