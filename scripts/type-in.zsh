# type-in.zsh SCRIPT OUT LINE... : types each line and a TAB into an interactive zsh that has sourced SCRIPT, and prints the
# lines that result, as they then stand on the prompt. OUT is a file to pass them through.
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1= ; autoload -Uz compinit && compinit -u -D; source ${(q)1}; show() { print -r -- \$BUFFER > ${(q)2}.part; mv ${(q)2}.part ${(q)2}; zle kill-buffer }; zle -N show; bindkey '^G' show; bindkey '^I' complete-word; print > ${(q)2}"
await() {
  until [[ -e $1 ]]; do
    zpty -r -t z REPLY 2>/dev/null
    sleep 0.02
  done
  cat $1
  rm $1
}
await $2 >/dev/null
for line in "${@:3}"; do
  zpty -w -n z "$line"$'\t\a'
  await $2
done
zpty -d z
