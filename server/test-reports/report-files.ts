import type { ReportAttachments } from '#shared/test-reports/test-report.ts'
import { EmbeddedFiles } from './embedded-files.ts'
import type { FoundTest, ReportedFile } from './reported-test.ts'

const FILES_MAX = 5_000

const TOO_MANY = `The report has more than ${FILES_MAX.toLocaleString('en')} attachments`

type Skipped = ReportAttachments['skipped']

export class ReportFiles {
  readonly embedded: EmbeddedFiles
  readonly skipped: Skipped = []
  /** The ids of the files in the report that its tests name. */
  readonly ids = new Set<string>()
  awaited = 0

  constructor(maxBytes: number) {
    this.embedded = new EmbeddedFiles({ maxFiles: FILES_MAX, maxBytes })
  }

  of({ files = [], ...test }: FoundTest): FoundTest {
    const kept = files.filter((file) => this.#keeps(file))
    return kept.length > 0 ? { ...test, files: kept } : test
  }

  #keeps(file: ReportedFile): boolean {
    const problem = this.#problemOf(file)
    if (problem !== null) addSkipped(this.skipped, file.name, problem)
    else if ('id' in file) this.ids.add(file.id)
    else this.awaited += 1
    return problem === null
  }

  #problemOf(file: ReportedFile): string | null {
    if (this.ids.size + this.awaited >= FILES_MAX) return TOO_MANY
    if (!('id' in file)) return null
    const problem = this.embedded.problemOf(file.id)
    return problem === undefined ? TOO_MANY : problem
  }
}

export function addSkipped(skipped: Skipped, name: string, reason: string): void {
  const known = skipped.find((one) => one.reason === reason)
  if (known) known.count += 1
  else skipped.push({ name, reason, count: 1 })
}
