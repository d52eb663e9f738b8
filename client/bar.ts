import progress from 'cli-progress'

const WIDTH = 60

/** A progress bar on stderr that erases itself. Switched off, it draws nothing. */
export class Bar {
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
