import {
  type CommandSpec,
  type FlagSpec,
  firstWords,
  groupsOf,
  secondWords,
  type ValueSpec,
} from './spec.js';

/** For fish 3.0 and later; also as a file in `~/.config/fish/completions`. */
export function fishScript(specs: readonly CommandSpec[]): string {
  return `# fish completion of codex-structured. It is static: typing does not start any process.
# Use it with: codex-structured completion fish | source

# Prints the command that was typed ('run', 'schema check'), then how many arguments follow it.
function __codex_structured_typed
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l command
    set -l place 0
    set -l skip 0
    set -l fresh 0
    for token in $tokens
        if test $skip = 1
            set skip 0
        else if test "$token" = --
            # What follows goes to codex.
            return 1
        else if string match -q -- '-*' $token
            set fresh 0
            contains -- "$command $token" $__codex_structured_valued; and set skip 1
        else if test -z "$command"
            set command $token
            set fresh 1
        else if test $fresh = 1; and contains -- "$command $token" ${twoWords(specs)}
            set command "$command $token"
            set fresh 0
        else
            set fresh 0
            set place (math $place + 1)
        end
    end
    # The value of a flag is not an argument.
    test $skip = 1; and set place -1
    echo "$command"
    echo $place
end

function __codex_structured_at
    set -l typed (__codex_structured_typed); or return 1
    contains -- "$typed[1]" $argv
end

function __codex_structured_place
    set -l typed (__codex_structured_typed); or return 1
    test "$typed[1]" = "$argv[1]" -a $typed[2] = $argv[2]
end

# After 'help schema', say.
function __codex_structured_help_of
    set -l tokens (commandline -opc)
    test (count $tokens) = 3 -a "$tokens[2]" = help -a "$tokens[3]" = "$argv[1]"
end

# At an argument of this place, or after it.
function __codex_structured_from
    set -l typed (__codex_structured_typed); or return 1
    test "$typed[1]" = "$argv[1]" -a $typed[2] -ge $argv[2]
end

set -g __codex_structured_valued${specs
    .flatMap(valued)
    .map((text) => ` \\\n    ${quoted(text)}`)
    .join('')}

complete -c codex-structured -e
complete -c codex-structured -f
complete -c codex-structured -n "__codex_structured_at ''" -l help -s h -d 'Print help'
complete -c codex-structured -n "__codex_structured_at ''" -l version -s V -d 'Print the version'
${firstWords(specs)
  .map((offered) => word("__codex_structured_at ''", offered))
  .join('')}${firstWords(specs)
  .filter(({ word: name }) => name !== 'help')
  .concat([{ word: 'exit-codes', describe: 'Table of exit codes' }])
  .map((offered) => word('__codex_structured_place help 0', offered))
  .join('')}${groupsOf(specs)
  .flatMap((group) =>
    secondWords(specs, group).map((offered) => word(`__codex_structured_help_of ${group}`, offered)),
  )
  .join('')}${groupsOf(specs)
  .flatMap((group) =>
    secondWords(specs, group).map((offered) => word(`__codex_structured_place ${group} 0`, offered)),
  )
  .join('')}
${specs.map(lines).join('\n')}`;
}

function twoWords(specs: readonly CommandSpec[]): string {
  const names = specs.filter(({ words }) => words.length === 2).map(({ name }) => quotedInside(name));
  return names.join(' ');
}

function valued({ name, flags }: CommandSpec): readonly string[] {
  return flags
    .filter(({ takes }) => takes === 'value')
    .flatMap((flag) => [`--${flag.name}`, ...(flag.alias === undefined ? [] : [`-${flag.alias}`])])
    .map((spelling) => `${name} ${spelling}`);
}

function word(condition: string, offered: { readonly word: string; readonly describe: string }): string {
  return `complete -c codex-structured -n ${quoted(condition)} -a ${offered.word} -d ${quoted(offered.describe)}\n`;
}

function lines({ name, flags, positionals }: CommandSpec): string {
  const at = `__codex_structured_at ${quotedInside(name)}`;
  const arguments_ = positionals.flatMap(({ value, repeats }, index) =>
    value.kind === 'text'
      ? []
      : [
          `complete -c codex-structured -n ${quoted(`__codex_structured_${repeats ? 'from' : 'place'} ${quotedInside(name)} ${index}`)}${offers(value)}\n`,
        ],
  );
  return [...flags.map((flag) => flagLine(at, flag)), ...arguments_].join('');
}

function flagLine(condition: string, { name, alias, describe, takes, value }: FlagSpec): string {
  const short = alias === undefined ? '' : ` -s ${alias}`;
  const taken = takes === 'value' ? ' -r' : '';
  const offered = takes === 'none' ? '' : offers(value);
  return `complete -c codex-structured -n ${quoted(condition)} -l ${name}${short}${taken}${offered} -d ${quoted(describe)}\n`;
}

function offers(value: ValueSpec): string {
  switch (value.kind) {
    case 'file':
      return ' -F';
    case 'directory':
      return " -f -a '(__fish_complete_directories)'";
    case 'choice':
      return ` -f -a ${quoted(value.choices.join(' '))}`;
    case 'text':
      return ' -f';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Within a condition that is quoted itself. */
function quotedInside(name: string): string {
  return `"${name}"`;
}
