import { stripVTControlCharacters } from 'node:util'
import { Bar } from './bar.ts'

/** Where a command speaks: results on stdout, everything else on stderr. */
export class Output {
  readonly #isJson: boolean
  readonly #isQuiet: boolean
  #bar: Bar | undefined

  constructor({ json = false, quiet = false }: { json?: boolean; quiet?: boolean }) {
    this.#isJson = json
    this.#isQuiet = quiet
    // Somebody who reads only the first lines, as `head` does, is no failure.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }

  /** What the command was called for: lines for people, or one JSON document. */
  result(lines: string[], json: unknown): void {
    this.#bar?.clear()
    const text = this.#isJson ? JSON.stringify(json, null, 2) : lines.map(printable).join('\n')
    if (text !== '') process.stdout.write(`${text}\n`)
  }

  /** A result that is a file by itself: as it is, or as the document of --json. */
  document(text: string, json: unknown): void {
    if (this.#isJson) this.result([], json)
    else process.stdout.write(text)
  }

  /** What is happening, on stderr; nothing with --quiet. */
  note(text: string): void {
    if (!this.#isQuiet) this.#say(text)
  }

  /** The end of a command that failed: on stderr always, and with --json as the document too. */
  failure(message: string, json: object): void {
    this.#say(`assay: ${message}`)
    if (this.#isJson) this.result([], json)
  }

  /** A bar on a terminal, and nothing elsewhere. It is taken away before anything else is said. */
  bar(total: number, unit: 'bytes' | 'cases'): Bar {
    this.#bar = new Bar(total, unit, process.stderr.isTTY && !this.#isQuiet)
    return this.#bar
  }

  #say(text: string): void {
    this.#bar?.clear()
    process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`)
  }
}

/** A text of a server or a report, without what would command the terminal. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is to be found
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
}

/** Columns under each other, two spaces apart. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** 'one case', '2 cases': a number with its noun. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
