# Completion of the jato program for fish. It asks the program itself, so it knows what is built.

# The commands with what they do, from the program's own help.
function __jato_commands
    $argv[1] help 2>/dev/null | sed -n '/^commands/,/^$/s/^  \([a-z]*\) *\(.*\)/\1\t\2/p'
end

# The options of a command with what they do, from its own help.
function __jato_options
    $argv[1] help $argv[2] 2>/dev/null |
        sed -n '/^options/,/^examples/s/^ .*\(--[a-z][a-z-]*\)[^ ]*\( [^ ]*\)\{0,1\}  *\(.*\)/\1\t\3/p'
end

# "name", or "name:parameter=choice" once the name has its colon: program, kind, what is typed.
function __jato_specs
    set -l typed $argv[3]
    if string match -q '*:*' -- $typed
        set -l given (string replace -r '[^:,]*$' '' -- $typed)
        set -l name (string replace -r ':.*' '' -- $typed)
        $argv[1] list $argv[2] $name --names 2>/dev/null | string replace -r '^' $given
    else
        $argv[1] list $argv[2] --names 2>/dev/null
    end
end

# What may stand behind an option: program, command, option, what is typed; fails where none is known.
function __jato_value
    set -l program $argv[1]
    switch $argv[3]
        case --algorithm -a
            __jato_specs $program algorithms "$argv[4]"
        case --device
            __jato_specs $program devices "$argv[4]"
        case --walls -w
            $program list walls --names 2>/dev/null
        case --kind -k
            printf '%s\n' all convergence diversity parallel slice
        case --keep-folders
            printf '%s\n' none failed all
        case --what
            printf '%s\n' trace swarm frames evaluations
        case --precision
            $program list settings precision --names 2>/dev/null
            test $argv[2] = bench && echo both
        case --on-failure --order
            $program list settings (string replace -a - _ (string sub -s 3 -- $argv[3])) --names 2>/dev/null
        case --data --save --plot --output -o --object --template --result-file
            __fish_complete_path "$argv[4]"
        case --cache --scratch --temporary --folder
            __fish_complete_directories "$argv[4]"
        case '*'
            return 1
    end
    return 0
end

# What may stand where the cursor is.
function __jato_candidates
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program $words[1]
    if test (count $words) -eq 1
        __jato_commands $program
        printf '%s\n' --help --version
        return
    end
    set -l command $words[2]
    __jato_value $program $command $words[-1] "$typed" && return
    if string match -q -- '-*' "$typed"
        __jato_options $program $command
        return
    end
    switch $command
        case minimize
            __jato_specs $program problems "$typed"
            __fish_complete_suffix .c
        case compare
            __jato_specs $program problems "$typed"
            __fish_complete_suffix .c .yaml .yml
        case check
            __fish_complete_suffix .c .yaml .yml
        case run init
            __fish_complete_suffix .yaml .yml
        case resume show verify export plot movie report
            __fish_complete_suffix .h5
        case simulate
            $program list simulators --names 2>/dev/null
        case bench
            printf '%s\n' step devices memory save
        case list
            switch $words[-1]
                case algorithms problems devices walls simulators settings
                    $program list $words[-1] --names 2>/dev/null
                case '*'
                    printf '%s\n' algorithms problems devices walls simulators settings
            end
        case help
            __jato_commands $program
    end
end

complete -c jato -f -a '(__jato_candidates)'
