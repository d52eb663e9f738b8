import { describeSent, howToResume, withoutRun } from './describe-upload.ts'
import { EXIT } from './exit-codes.ts'
import { Failure } from './failures.ts'
import type { ReportFile } from './files.ts'
import { Folding } from './fold.ts'
import type { Progress } from './interruption.ts'
import { formatBytes, type Output } from './output.ts'
import { endsAll, type Refused, refusalOf, worstExitCode } from './refused.ts'
import type { Place, ReportUpload, Sent } from './report-upload.ts'

/** Sends files one by one. A refused file does not stop the others. */
export class FileSender {
  readonly sent: Sent[] = []
  readonly refused: Refused[] = []
  readonly #upload: ReportUpload
  #left: ReportFile[]
  /** Whether the server may have recorded the current file: all its bytes were sent, but no response has arrived. */
  #mayBeRecorded = false

  constructor(upload: ReportUpload, files: ReportFile[]) {
    this.#upload = upload
    this.#left = files
  }

  /**
   * Sends all files; `complete` completes the run with the last recorded one. Throws a Failure that lists the sent
   * files when it cannot go on, or when nothing was recorded.
   */
  async sendAll(complete: boolean, output: Output): Promise<void> {
    const files = this.#left
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const bar = output.bar(total, 'bytes')
    const folding = new Folding()
    let done = 0
    let first: ReportFile | undefined
    for (const file of files) {
      if (!bar.isOn) output.note(`Sending ${file.path} (${formatBytes(file.bytes)})`)
      const before = done
      const isLast = file === files.at(-1)
      // With its first report a shard would count as arrived, and the last shard complete the run.
      const isFirst = this.#upload.isShard && !isLast && first === undefined
      const answer = await this.#send(file, { complete: complete && isLast, isFirst }, output, (bytes) =>
        bar.update(before + bytes, file.path),
      )
      if (answer && isFirst) first = file
      done += file.bytes
      this.#left = this.#left.slice(1)
      if (answer) for (const line of describeSent(answer, folding)) output.note(line)
    }
    for (const line of folding.rest()) output.note(`warning: ${line}`)
    if (this.sent.length === 0) throw this.#failure(this.refused)
    if (first) await this.#sendAgain(first, complete)
    else if (complete && this.#isRefused(files.at(-1)))
      await this.#sendAgain(files.find(({ path }) => path === this.sent.at(-1)?.file) as ReportFile, true)
  }

  /** Printed on Ctrl+C. */
  readonly progress: Progress = () => {
    const unknown = this.#mayBeRecorded ? this.#left.slice(0, 1) : []
    const notSent = this.#left.slice(unknown.length)
    const run = this.#upload.run
    return {
      lines: [
        ...this.#describe(notSent),
        ...this.refused.map(({ file, reason }) => `Refused: ${file}: ${reason}`),
        ...unknown.map(({ path }) => `Not known: ${path} was sent, but its answer had not come; it may be recorded`),
        ...(unknown.length > 0 && run === undefined ? ['See assay runs list before you send it again'] : []),
        ...(notSent.length > 0 || (unknown.length > 0 && run !== undefined) ? [howToResume(run)] : []),
      ],
      details: { ...this.#details(notSent), notKnown: unknown.map(({ path }) => path) },
    }
  }

  async #send(
    file: ReportFile,
    place: Place,
    output: Output,
    onProgress: (bytes: number) => void,
  ): Promise<Sent | undefined> {
    onProgress(0)
    const watch = (bytes: number) => {
      this.#mayBeRecorded ||= bytes >= file.bytes
      onProgress(bytes)
    }
    try {
      const answer = await this.#upload.send(file, place, output, watch)
      this.#mayBeRecorded = false
      this.sent.push(answer)
      return answer
    } catch (error) {
      this.#mayBeRecorded = false
      const refused = refusalOf(error, file)
      if (refused === undefined) throw error
      if (endsAll(refused)) throw this.#failure([...this.refused, refused], this.#left)
      this.refused.push(refused)
      return undefined
    }
  }

  #isRefused(file: ReportFile | undefined): boolean {
    return this.refused.some((refused) => refused.file === file?.path)
  }

  /** Repeats the first file of a shard that has arrived, or the last recorded one if the last file was refused. */
  async #sendAgain(file: ReportFile, complete: boolean): Promise<void> {
    try {
      await this.#upload.sendAgain(file, complete)
    } catch (error) {
      const cause = refusalOf(error, file)
      if (cause === undefined) throw error
      throw this.#failure([...this.refused, { ...cause, reason: `the run was not completed: ${cause.reason}` }])
    }
  }

  /** `left` has the files that were not tried, and the one that ended the command. */
  #failure(causes: Refused[], left: ReportFile[] = []): Failure {
    const lines = [...causes.map(({ file, reason }) => `${file}: ${reason}`), ...this.#describe(left)]
    const exitCode = worstExitCode(causes)
    if (exitCode === EXIT.unreachable) lines.push(howToResume(this.#upload.run))
    return new Failure(exitCode, lines.join('\n'), { status: causes.at(-1)?.status, ...this.#details(left) })
  }

  #describe(notSent: ReportFile[]): string[] {
    const { sent } = this
    return [
      ...(sent.length > 0 ? [`Sent: ${sent.map(({ file }) => file).join(', ')}`] : []),
      ...(sent.length === 0 && !this.#mayBeRecorded ? ['Nothing was sent'] : []),
      ...(notSent.length > 0 ? [`Not sent: ${notSent.map(({ path }) => path).join(', ')}`] : []),
    ]
  }

  #details(notSent: ReportFile[]): Record<string, unknown> {
    return {
      files: this.sent.map(withoutRun),
      refused: this.refused.map(({ file, reason }) => ({ file, reason })),
      notSent: notSent.map(({ path }) => path),
      run: this.#upload.run,
    }
  }
}
