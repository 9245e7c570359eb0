# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
#
# complete.zsh FOLDER LINE: types LINE and a tab into a zsh that has the completions of FOLDER, and prints the line then.
zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell "unsetopt prompt_cr prompt_sp zle_bracketed_paste 2>/dev/null; PS1= PS2= RPS1="
zpty -w shell "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'dump() { print -r -- "<<$BUFFER>>"; exit }; zle -N dump; bindkey "^I" complete-word "^X" dump'
zpty -w shell 'print ready''-now'
zpty -r shell output '*ready-now*'
zpty -w -n shell "$2"$'\t\x18'
output=
zpty -r shell output '*<<*>>*'
print -r -- "${${output##*<<}%%>>*}"
zpty -d shell
