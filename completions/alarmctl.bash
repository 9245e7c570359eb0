# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
#
# bash: completes the words of alarmctl, which knows them itself.

_alarmctl() {
    local line cur=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line = / ]]; then
            compopt -o filenames 2>/dev/null
            [[ $cur = '=' ]] && cur=
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
        else
            COMPREPLY+=("${line%%$'\t'*}")
        fi
    done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _alarmctl alarmctl
