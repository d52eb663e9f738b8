import { stripVTControlCharacters } from 'node:util'
import progress from 'cli-progress'

const WIDTH = 60

/** A progress bar on stderr that erases itself. Switched off, it draws nothing. */
class Bar {
  readonly #bar: progress.SingleBar | undefined
  readonly #total: number
  readonly #unit: 'bytes' | 'cases'

  constructor(total: number, unit: 'bytes' | 'cases', isOn: boolean) {
    this.#total = total
    this.#unit = unit
    // `linewrap: false` would leave the terminal without line wrapping after Ctrl+C. Labels are cut instead.
    const options = {
      format: '[{bar}] {percentage}% {amount} {label}',
      barsize: 30,
      linewrap: true,
      clearOnComplete: true,
    }
    if (isOn) this.#bar = new progress.SingleBar(options)
  }

  get isOn(): boolean {
    return this.#bar !== undefined
  }

  update(value: number, label: string): void {
    if (!this.#bar) return
    const payload = {
      amount: this.#amount(value),
      label: label.slice(0, Math.max(0, (process.stderr.columns ?? 80) - WIDTH)),
    }
    if (this.#bar.isActive) this.#bar.update(Math.min(value, this.#total), payload)
    else this.#bar.start(this.#total, Math.min(value, this.#total), payload)
  }

  clear(): void {
    if (this.#bar?.isActive) this.#bar.stop()
  }

  #amount(value: number): string {
    if (this.#unit === 'cases') return `${value}/${this.#total}`
    const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
    return `${megabytes(value)}/${megabytes(this.#total)} MB`
  }
}

/** The output of a command: results on stdout, everything else on stderr. */
export class Output {
  readonly #isJson: boolean
  readonly #isQuiet: boolean
  readonly #bars: Bar[] = []

  constructor({ json = false, quiet = false }: { json?: boolean; quiet?: boolean }) {
    this.#isJson = json
    this.#isQuiet = quiet
    // `assay … | head` closes the pipe early. That is not a failure.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }

  /** Prints the result as lines of text, or with --json as one document. */
  result(lines: string[], json: unknown): void {
    this.#clearBars()
    const text = this.#isJson ? withoutCommands(JSON.stringify(json, null, 2)) : lines.map(printable).join('\n')
    if (text !== '') process.stdout.write(`${text}\n`)
  }

  /** Prints a result that is a whole file, or with --json a document. */
  document(text: string, json: unknown): void {
    if (this.#isJson) this.result([], json)
    else process.stdout.write(text)
  }

  note(text: string): void {
    if (!this.#isQuiet) this.#write(text)
  }

  error(message: string): void {
    this.#write(`assay: ${message}`)
  }

  /** Prints a command for the CI. With --json it goes to stderr, so that stdout stays a document. */
  ciCommand(line: string): void {
    this.#clearBars()
    const stream = this.#isJson ? process.stderr : process.stdout
    stream.write(`${line}\n`)
  }

  failure(message: string, json: object): void {
    this.error(message)
    if (this.#isJson) this.result([], json)
  }

  /** Starts a progress bar, drawn only on a terminal. Other output erases it first. */
  bar(total: number, unit: 'bytes' | 'cases'): Bar {
    const bar = new Bar(total, unit, process.stderr.isTTY && !this.#isQuiet)
    this.#bars.push(bar)
    return bar
  }

  #clearBars(): void {
    for (const bar of this.#bars) bar.clear()
  }

  #write(text: string): void {
    this.#clearBars()
    process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`)
  }
}

/**
 * Removes control characters: names and messages from a server or report must not control the terminal. They must not
 * command the CI that reads the log either: `::name::` at the start of a line, `##[name]`, `##vso[name]`,
 * `##teamcity[name]`.
 */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it removes
  const visible = stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
  return visible.replace(/^(\s*):(?=:)/, '$1: ').replace(/#(?=#\w*\[)/g, '# ')
}

/** The same JSON value without the text `##[`, which a CI takes for a command anywhere in a line. */
function withoutCommands(json: string): string {
  return json.replaceAll('##', String.raw`#\u0023`)
}

export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
