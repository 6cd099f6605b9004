import {
  type CommandSpec,
  type FlagSpec,
  firstWords,
  groupsOf,
  isCommand,
  secondWords,
  type ValueSpec,
} from './spec.js';

/** For bash 3.2 (macOS) and later, without the bash-completion package. */
export function bashScript(specs: readonly CommandSpec[]): string {
  return `# bash completion of codex-structured. It is static: typing does not start any process.
# Use it with: source <(codex-structured completion bash)

_codex_structured() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" command='' place=0 last='' pending='' index word
  local seconds='' flags='--help --version' valued=''
  COMPREPLY=()

  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ $word == '=' ]]; then
      # bash takes --flag=value for three words.
      pending="$last"
    elif [[ -n $pending ]]; then
      pending=''
    elif [[ $word == '--' ]]; then
      # What follows goes to codex.
      return
    elif [[ $word == -* ]]; then
      last="$word" seconds=''
      [[ " $valued " == *" $word "* ]] && pending="$word"
    elif [[ -z $command ]]; then
      command="$word"
      _codex_structured_about
    elif [[ " $seconds " == *" $word "* ]]; then
      command="$command $word"
      _codex_structured_about
    else
      place=$((place + 1)) seconds=''
    fi
  done
  if [[ $cur == '=' ]]; then
    pending="$last" cur=''
  fi

  if [[ -n $pending ]]; then
    _codex_structured_value "$command:$pending"
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '${words(firstWords(specs))}' -- "$cur"))
  else
    _codex_structured_value "$command:$place"
    COMPREPLY+=($(compgen -W "$seconds" -- "$cur"))
  fi
}

# The second words and the flags of what was typed.
_codex_structured_about() {
  seconds='' flags='--help -h' valued=''
  case "$command" in
${specs.map((spec) => about(spec, specs)).join('')}${groupsOf(specs)
  .filter((group) => !isCommand(specs, group))
  .map((group) => `    '${group}') seconds='${words(secondWords(specs, group))}' ;;\n`)
  .join('')}${groupsOf(specs)
  .map((group) => `    'help ${group}') seconds='${words(secondWords(specs, group))}' ;;\n`)
  .join(
    '',
  )}    'help') seconds='${words([...firstWords(specs).filter(({ word }) => word !== 'help'), { word: 'exit-codes' }])}' ;;
  esac
}

# Completes the value of a flag, or the argument in a place.
_codex_structured_value() {
  case "$1" in
${specs.map(values).join('')}  esac
}

_codex_structured_files() {
  # Outside of a real completion, and in bash 3, there is no compopt. It offers files only where there is
  # nothing else to offer.
  [[ -z $seconds ]] && compopt -o default 2>/dev/null && return
  compopt -o filenames 2>/dev/null
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
}

_codex_structured_directories() {
  compopt -o dirnames 2>/dev/null && return
  local IFS=$'\\n'
  COMPREPLY=($(compgen -d -- "$cur"))
}

complete -F _codex_structured codex-structured
`;
}

function about({ name, flags }: CommandSpec, specs: readonly CommandSpec[]): string {
  const valued = flags.filter(({ takes }) => takes === 'value').flatMap(spellings);
  return `    '${name}')
      flags='${flags.flatMap(spellings).join(' ')}'
      valued='${valued.join(' ')}'
      seconds='${words(secondWords(specs, name))}'
      ;;
`;
}

function values({ name, flags, positionals }: CommandSpec): string {
  const rows = [
    ...flags
      .filter(({ takes }) => takes !== 'none')
      .map((flag) => [spellings(flag).map((key) => `'${name}:${key}'`), flag.value] as const),
    ...positionals.map(
      ({ value, repeats }, index) => [[repeats ? `'${name}:'[0-9]*` : `'${name}:${index}'`], value] as const,
    ),
  ];
  return rows
    .filter(([, value]) => value.kind !== 'text')
    .map(([keys, value]) => `    ${keys.join(' | ')}) ${action(value)} ;;\n`)
    .join('');
}

function action(value: ValueSpec): string {
  switch (value.kind) {
    case 'file':
      return '_codex_structured_files';
    case 'directory':
      return '_codex_structured_directories';
    case 'choice':
      return `COMPREPLY=($(compgen -W '${value.choices.join(' ')}' -- "$cur"))`;
    case 'text':
      return ':';
  }
}

function spellings({ name, alias }: FlagSpec): readonly string[] {
  return alias === undefined ? [`--${name}`] : [`--${name}`, `-${alias}`];
}

function words(offered: readonly { readonly word: string }[]): string {
  return offered.map(({ word }) => word).join(' ');
}
