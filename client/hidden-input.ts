import { text } from 'node:stream/consumers'

const [CTRL_C, CTRL_D, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\u0008', '\u007F']

/** Reads a line from the terminal without showing it, or all of stdin if there is no terminal. */
export async function readHidden(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return await text(stdin)
  stderr.write(prompt)
  stdin.setRawMode(true)
  try {
    return await readLine()
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

/** The terminal is raw, so that signals are characters, too. */
async function readLine(): Promise<string> {
  let line = ''
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false }))
    for (const character of String(chunk)) {
      if (character === '\r' || character === '\n' || character === CTRL_D) return line
      if (character === CTRL_C) {
        process.stdin.setRawMode(false)
        process.kill(process.pid, 'SIGINT')
      } else if (character === BACKSPACE || character === DELETE) line = line.slice(0, -1)
      else line += character
    }
  return line
}
