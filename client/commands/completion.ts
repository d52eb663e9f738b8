import type { Command } from 'commander'
import type { Session } from '../session.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** A command with the words before it, such as ' runs list'. The root has none. */
type CommandWords = { at: string; commands: string[]; options: string[] }

/** Prints a script that completes commands and options in a shell. Elsewhere the shell completes file names. */
export async function printCompletion({ output }: Session, program: Command, shell: Shell): Promise<void> {
  const script = SCRIPTS[shell](placesOf(program))
  output.document(`${script}\n`, { shell, script })
}

function placesOf(program: Command): CommandWords[] {
  const general = optionsOf(program)
  const visit = (command: Command, at: string): CommandWords[] => [
    {
      at,
      commands: command.commands.map((child) => child.name()),
      options: [...new Set([...optionsOf(command), ...general, '--help'])],
    },
    ...command.commands.flatMap((child) => visit(child, `${at} ${child.name()}`)),
  ]
  return visit(program, '')
}

const optionsOf = ({ options }: Command) => options.flatMap(({ long }) => (long ? [long] : []))

/* Words are lower-case letters and dashes, so they need no quoting. */

const SCRIPTS: Record<Shell, (places: CommandWords[]) => string> = {
  bash: (places) => `# In ~/.bashrc: eval "$(assay completion bash)"
_assay() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="" word commands="" options=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${patternOf(places)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${places.map(({ at, commands, options }) => `    "${at}") commands="${commands.join(' ')}" options="${options.join(' ')}" ;;`).join('\n')}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$commands" -- "$cur")) ;;
  esac
}
complete -o default -F _assay assay`,

  zsh: (places) => `#compdef assay
# In ~/.zshrc, after compinit: eval "$(assay completion zsh)"
_assay() {
  local at="" word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${patternOf(places)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${places.map(({ at, commands, options }) => `    ("${at}") commands=(${commands.join(' ')}) options=(${options.join(' ')}) ;;`).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then compadd -- $options
  elif (( $#commands )); then compadd -- $commands
  else _files
  fi
}
compdef _assay assay`,

  fish: (places) => `# In ~/.config/fish/config.fish: assay completion fish | source
function __assay_at
  set -l at ""
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${places.flatMap(({ at }) => (at === '' ? [] : [`"${at}"`])).join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${places.flatMap(fishLines).join('\n')}`,
}

const patternOf = (places: CommandWords[]) => places.flatMap(({ at }) => (at === '' ? [] : [`"${at}"`])).join('|')

function fishLines({ at, commands, options }: CommandWords): string[] {
  const when = `complete -c assay -n '__assay_at "${at}"'`
  return [
    ...(commands.length > 0 ? [`${when} -f -a "${commands.join(' ')}"`] : []),
    ...options.map((option) => `${when} -l ${option.slice(2)}`),
  ]
}
