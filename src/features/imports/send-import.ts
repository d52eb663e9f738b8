import type { ColumnMapping, Import, ImportPreview } from '#shared/imports/import.ts'
import { formatBytes } from '#src/lib/format.ts'
import { type FileAnswer, sendFile } from '#src/lib/send-file.ts'

export type ImportFile = { projectId: string; file: File; mapping: ColumnMapping | null; ignoreRefs: boolean }

type Options = { onProgress: (share: number) => void; signal: AbortSignal }

const TOO_LARGE = 413

/** The server did not take the file. `canRetry`: the same call may succeed later. */
export class ImportRefusal extends Error {
  readonly canRetry: boolean

  constructor(message: string, { canRetry = false } = {}) {
    super(message)
    this.canRetry = canRetry
  }
}

/** Asks what an import would do. Throws an ImportRefusal, or the signal's reason when cancelled. */
export async function readImport(given: ImportFile, options: Options): Promise<ImportPreview> {
  const answer = await post(given, { dryRun: 'true' }, options)
  return (await bodyOf(answer, given.file, 'Nothing was imported.')) as ImportPreview
}

/**
 * Imports the cases of a file. With the same `key` and file, a second call gets the first answer. Throws an
 * ImportRefusal.
 */
export async function sendImport(
  given: ImportFile & { skipRefused: boolean; key: string },
  options: Options,
): Promise<Import> {
  const query: Record<string, string> = given.skipRefused ? { skipRefused: 'true' } : {}
  const answer = await post(given, query, { ...options, headers: { 'Idempotency-Key': given.key } })
  return (await bodyOf(answer, given.file, 'Trying again is safe: nothing is imported twice.')) as Import
}

async function post(
  { projectId, file, mapping, ignoreRefs }: ImportFile,
  query: Record<string, string>,
  options: Options & { headers?: Record<string, string> },
): Promise<FileAnswer> {
  const all = {
    name: file.name,
    ...query,
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(ignoreRefs && { ignoreRefs: 'true' }),
  }
  const path = `/projects/${encodeURIComponent(projectId)}/imports?${new URLSearchParams(all)}`
  return await sendFile({ method: 'POST', path, file, ...options })
}

/** `consequence`: what a lost answer means. */
async function bodyOf({ status, body }: FileAnswer, file: File, consequence: string): Promise<unknown> {
  if (status >= 200 && status < 300 && body) return body
  if (status === 0) {
    if (!(await isReadable(file))) throw new ImportRefusal('The file was changed since it was chosen. Choose it again.')
    throw new ImportRefusal(`The server was not reached. ${consequence}`, { canRetry: true })
  }
  const { message } = (body ?? {}) as { message?: string }
  if (message) throw new ImportRefusal(message, { canRetry: status >= 500 || status === 429 })
  if (status === TOO_LARGE)
    throw new ImportRefusal(`The file is too large for this server (${formatBytes(file.size)}).`)
  throw new ImportRefusal(`The server could not take the file (status ${status}). ${consequence}`, { canRetry: true })
}

/** Browsers refuse to read a file that was changed after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}
