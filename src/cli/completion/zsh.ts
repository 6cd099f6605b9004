import {
  type CommandSpec,
  type FlagSpec,
  firstWords,
  groupsOf,
  isCommand,
  type PositionalSpec,
  secondWords,
  type ValueSpec,
} from './spec.js';

/** For zsh's own completion system (`compinit`); also as a file `_codex-structured` in `$fpath`. */
export function zshScript(specs: readonly CommandSpec[]): string {
  return `#compdef codex-structured
# zsh completion of codex-structured. It is static: typing does not start any process.
# Use it with: source <(codex-structured completion zsh)

_codex-structured() {
  # What follows -- goes to codex.
  (( \${words[(i)--]} < CURRENT )) && return 1
  if (( CURRENT == 2 )); then
    local -a commands=(
${described(firstWords(specs), 6)}
      '--help:Print help' '--version:Print the version'
    )
    _describe -t commands command commands
    return
  fi
  local command="\${words[2]}"
  case "$command" in
${groupsOf(specs)
  .map((group) => secondLevel(group, specs))
  .join('')}    help)
      (( CURRENT == 3 )) && compadd -- ${firstWords(specs)
        .filter(({ word }) => word !== 'help')
        .map(({ word }) => word)
        .join(' ')} exit-codes
      (( CURRENT == 4 )) && case "\${words[3]}" in
${groupsOf(specs)
  .map(
    (group) =>
      `        ${group}) compadd -- ${secondWords(specs, group)
        .map(({ word }) => word)
        .join(' ')} ;;\n`,
  )
  .join('')}      esac
      return
      ;;
  esac
  words=("$command" "\${(@)words[3,-1]}")
  (( CURRENT-- ))
  case "$command" in
${specs.map(handled).join('')}  esac
}

if [ "$funcstack[1]" = '_codex-structured' ]; then
  _codex-structured "$@"
elif (( $+functions[compdef] )); then
  compdef _codex-structured codex-structured
else
  print -u2 "codex-structured: zsh's completion is off; put 'autoload -Uz compinit && compinit' before this."
fi
`;
}

function secondLevel(group: string, specs: readonly CommandSpec[]): string {
  const seconds = secondWords(specs, group);
  const pattern = seconds.map(({ word }) => word).join('|');
  return `    ${group})
      if (( CURRENT == 3 )); then
        local -a commands=(
${described(seconds, 10)}
        )
        _describe -t commands command commands${isCommand(specs, group) ? '' : '\n        return'}
      elif [[ "\${words[3]}" == (${pattern}) ]]; then
        command="\${words[2]} \${words[3]}"
        shift words
        (( CURRENT-- ))
      fi
      ;;
`;
}

function described(
  offered: readonly { readonly word: string; readonly describe: string }[],
  indent: number,
): string {
  return offered
    .map(({ word, describe }) => `${' '.repeat(indent)}${quoted(`${word}:${describe}`)}`)
    .join('\n');
}

function handled({ name, flags, positionals }: CommandSpec): string {
  const specs = [...flags.map(flagArgument), ...positionals.map(positionalArgument)];
  return `    '${name}')
      _arguments -s -S : \\
${specs.map((spec) => `        ${spec}`).join(' \\\n')}
      ;;
`;
}

function flagArgument({ name, alias, describe, takes, value, placeholder, repeats }: FlagSpec): string {
  const text = `[${bracketed(describe)}]${takes === 'none' ? '' : argument(takes, placeholder, value)}`;
  // As `_arguments` has it: --name=VALUE or --name VALUE; -nVALUE or -n VALUE; =- only in the same word.
  const long = { none: `--${name}`, value: `--${name}=`, inline: `--${name}=-` }[takes];
  const short = { none: `-${alias}`, value: `-${alias}+`, inline: `-${alias}` }[takes];
  if (alias === undefined) return quoted(`${repeats ? '*' : ''}${long}${text}`);
  const others = repeats ? "'*'" : quoted(`(--${name} -${alias})`);
  return `${others}{${short},${long}}${quoted(text)}`;
}

function argument(takes: 'value' | 'inline', placeholder: string, value: ValueSpec): string {
  return `:${takes === 'inline' ? ':' : ''}${colonless(placeholder)}:${action(value)}`;
}

function positionalArgument({ name, value, repeats }: PositionalSpec, index: number): string {
  return quoted(`${repeats ? '*' : index + 1}:${colonless(name)}:${action(value)}`);
}

function action(value: ValueSpec): string {
  switch (value.kind) {
    case 'file':
      return '_files';
    case 'directory':
      return '_directories';
    case 'choice':
      return `(${value.choices.join(' ')})`;
    case 'text':
      // A space: nothing is offered, and nothing else is tried.
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bracketed(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&');
}

function colonless(text: string): string {
  return text.replaceAll(':', '\\:');
}
