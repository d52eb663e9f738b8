import progress from 'cli-progress'

const FORMAT = '{phase} [{bar}] {percentage}% {value}/{total} rows, {eta_formatted} left {table}'

/** How far a phase is: at a terminal a bar, elsewhere a line for each table that is done. */
export class Progress {
  readonly #phase: string
  readonly #bar: progress.SingleBar | undefined
  #table = ''

  /** `rows` in all, of which `done` are done already. */
  constructor(phase: string, rows: number, done: number) {
    this.#phase = phase
    if (!process.stderr.isTTY) return
    // Switching the terminal's line wrapping off would last beyond a Ctrl+C.
    this.#bar = new progress.SingleBar({
      format: FORMAT,
      barsize: 24,
      linewrap: true,
      clearOnComplete: true,
      etaBuffer: 50,
    })
    this.#bar.start(rows, done, { phase, table: '' })
  }

  begin(table: string): void {
    this.#table = table
    this.#bar?.update({ table })
  }

  add = (rows: number): void => this.#bar?.increment(rows)

  /** Says that the table is done, and what came of it. */
  end(outcome: string): void {
    if (!this.#bar) console.log(`${this.#phase} ${this.#table}: ${outcome}`)
  }

  /** Takes the bar away. */
  stop(): void {
    this.#bar?.stop()
  }
}

/** A number of rows, in words. */
export const rowsIn = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
