# What zsh's own completion offers: for each line of the file $2, with the script $1 loaded, the matches, one a
# line, and then a line '== end'. A real zsh on a pty of its own; the line is typed into it, and TAB after it.
emulate -L zsh
zmodload zsh/zpty || exit 3
local script=$1 queries=$2 line reply
zpty -b z zsh -f -i 2>/dev/null || zpty z zsh -f -i || exit 3

local setup="$queries.setup"
cat > $setup <<'SETUP'
PROMPT='' RPROMPT=''
unsetopt zle_bracketed_paste 2>/dev/null
unset zle_bracketed_paste
autoload -Uz compinit && compinit -u -D
bindkey -e
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
unsetopt auto_list auto_menu beep
# Says what is added. It must be added all the same: where nothing was, zsh goes on to plain files.
compadd () {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return $?
  fi
  local -a hits
  builtin compadd -A hits "$@"
  local hit
  for hit in $hits; do print -r -- "== match $hit"; done
  builtin compadd "$@"
}
begin-matches () { print -r -- '== begin' }
end-matches () { print -r -- '== end' }
compprefuncs=( begin-matches )
comppostfuncs=( end-matches )
SETUP
zpty -w z "source $setup; source $script; print -r -- '== rea'dy"
zpty -r -m z reply '*== ready*' || exit 4

while IFS= read -r line; do
  zpty -w z $'\C-u' >/dev/null
  zpty -n -w z "$line"$'\t'
  zpty -r -m z reply '*== end*' || exit 5
  for match in ${(f)reply//$'\r'/}; do
    [[ $match == *'== match '* ]] && print -r -- "${match##*== match }"
  done
  print -r -- '== end'
  # The functions are used up by one completion.
  zpty -n -w z $'\C-u'
  zpty -w z "compprefuncs=( begin-matches ) comppostfuncs=( end-matches ); print -r -- '== nex't"
  zpty -r -m z reply '*== next*' || exit 6
done < $queries
zpty -d z
