import progress from 'cli-progress'

const FORMAT = '{phase} [{bar}] {percentage}% {value}/{total} rows, {eta_formatted} left {table}'

/** The progress of a phase: a bar on a terminal, elsewhere a line per finished table. */
export class Progress {
  readonly #phase: string
  readonly #bar: progress.SingleBar | undefined
  #table = ''

  /** `rows` is the total, `done` the number of finished rows. */
  constructor(phase: string, rows: number, done: number) {
    this.#phase = phase
    if (!process.stderr.isTTY) return
    // `linewrap: false` would leave the terminal without line wrapping after Ctrl+C.
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

  end(outcome: string): void {
    if (!this.#bar) console.log(`${this.#phase} ${this.#table}: ${outcome}`)
  }

  stop(): void {
    this.#bar?.stop()
  }
}

/** '1,204 rows' */
export const rowsIn = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
