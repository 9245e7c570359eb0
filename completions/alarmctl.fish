# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
#
# fish: completes the words of alarmctl, which knows them itself.

function __alarmctl_lines
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l typed (commandline --current-token --cut-at-cursor)
    $words[1] --complete $words[2..-1] "$typed" 2>/dev/null
end

function __alarmctl_words
    # An option's value after "=" is completed together with it.
    set -l option (string match --regex -- '^--[^=]+=' (commandline --current-token --cut-at-cursor))
    for line in (__alarmctl_lines)
        test "$line" = /; or echo "$option$line"
    end
end

complete --command alarmctl --no-files --arguments '(__alarmctl_words)'
complete --command alarmctl --condition 'contains / (__alarmctl_lines)' --force-files
