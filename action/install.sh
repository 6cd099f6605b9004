#!/usr/bin/env bash
# Installs what is not named by cli-path and codex-path, into a folder of the runner's temporary directory.
set -euo pipefail

say_and_stop() {
  echo "::error title=codex-structured::$1"
  exit 2
}

manifest() {
  node -p 'const m = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")); '"$1" \
    "$GITHUB_ACTION_PATH/package.json"
}

# A version, a range or a tag; nothing that npm would take for an address or a folder.
check_version() {
  if [[ ! $2 =~ ^[0-9A-Za-z][0-9A-Za-z.^~_-]*$|^[\^~][0-9][0-9A-Za-z.-]*$ ]]; then
    say_and_stop "The input $1 is no version; write it as 1.2.3, ^1.2.3 or latest."
  fi
}

command -v node >/dev/null || say_and_stop 'There is no Node on this runner; put actions/setup-node before this step.'
node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' ||
  say_and_stop "Node $(node --version) is too old; put actions/setup-node with Node 22 before this step."

packages=()
if [[ -z ${INPUT_CLI_PATH:-} ]]; then
  version="${INPUT_VERSION:-$(manifest m.version)}"
  check_version version "$version"
  packages+=("codex-structured@$version")
fi
if [[ -z ${INPUT_CODEX_PATH:-} ]]; then
  version="${INPUT_CODEX_VERSION:-$(manifest 'm.devDependencies["@openai/codex"]')}"
  check_version codex-version "$version"
  packages+=("@openai/codex@$version")
fi
if [[ ${#packages[@]} -eq 0 ]]; then
  echo 'Nothing is installed: both programs are named.'
  exit 0
fi

# Not in the workspace: the .npmrc of a checkout (a pull request's) must not say where packages come from.
folder="$RUNNER_TEMP/codex-structured-action"
mkdir -p "$folder"
cd "$folder"
npm install --prefix "$folder" --no-save --no-audit --no-fund --ignore-scripts -- "${packages[@]}"
