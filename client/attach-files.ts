import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Attachment } from '#shared/attachments/attachment.ts'
import { formatCount } from '#shared/format.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Connection } from './connection.ts'
import { CallFailure } from './failures.ts'
import { asFile, type ReportFile } from './files.ts'
import { formatBytes, type Output } from './output.ts'
import { sendFile } from './put-file.ts'
import { endsAll, refusalOf } from './refused.ts'
import { withRetries } from './retry.ts'

type Awaited = ReportAnswer['attachments']['awaited'][number]
type Found = Awaited & { file: ReportFile }

export type Attached = { sent: number; bytes: number; missing: string[]; refused: { path: string; reason: string }[] }

const AT_ONCE = 4

/**
 * Attaches the files that a report names, and no others, to its results. Paths are absolute or relative to the folder
 * of the report. Missing and refused files do not stop the others. Throws CallFailure when the server cannot be
 * reached.
 */
export async function attachFiles(
  connection: Connection,
  report: ReportFile,
  awaited: Awaited[],
  output: Output,
): Promise<Attached> {
  const attached: Attached = { sent: 0, bytes: 0, missing: [], refused: [] }
  const found: Found[] = []
  for (const entry of awaited) {
    const file = await asFile(isAbsolute(entry.path) ? entry.path : join(dirname(report.path), entry.path))
    if (file) found.push({ ...entry, file })
    else attached.missing.push(entry.path)
  }
  const total = found.reduce((sum, { file }) => sum + file.bytes, 0)
  const bar = output.bar(total, 'bytes')
  let done = 0
  const left = found.values()
  const sendNext = async () => {
    for (const entry of left) {
      const { path, file, name, resultId } = entry
      try {
        await attachFile(connection, { kind: 'result', id: resultId }, name, file)
        attached.sent += 1
        attached.bytes += file.bytes
      } catch (error) {
        const refused = refusalOf(error, file)
        if (refused === undefined || endsAll({ ...refused, status: isGone(error) ? 0 : refused.status })) throw error
        attached.refused.push({ path, reason: refused.reason })
      }
      done += file.bytes
      bar.update(done, path)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  bar.clear()
  return attached
}

/** A result that was deleted meanwhile does not stop the upload. */
const isGone = (error: unknown) => error instanceof CallFailure && error.status === 404

export type Owner = { kind: 'result' | 'case'; id: string }

const PATHS = { result: 'test-runs/result', case: 'test-cases' }

/** Attaches one file, with retries. A repeated command does not attach the file twice. */
export async function attachFile(
  { url, authorization, policy, timeoutMs }: Connection,
  { kind, id }: Owner,
  name: string,
  file: ReportFile,
): Promise<Attachment> {
  const address = new URL(`${url}/api/${PATHS[kind]}/${encodeURIComponent(id)}/attachments`)
  address.searchParams.set('name', name)
  const key = createHash('sha256')
    .update(JSON.stringify([id, name, await digestOf(file)]))
    .digest('hex')
  const headers = { authorization, 'idempotency-key': `assay ${key}` }
  const request = { method: 'POST', file, headers, gzip: false, timeoutMs, onProgress: () => {} } as const
  return (await withRetries(() => sendFile(address, request), policy)).body as Attachment
}

async function digestOf({ path }: ReportFile): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer)
  return digest.digest('hex')
}

/** The number of paths to print. `--json` has all of them. */
const SHOWN = 10

export function describeAttached({ sent, bytes, missing, refused }: Attached): string[] {
  return [
    ...(sent > 0 ? [`${formatCount(sent, 'file')} attached (${formatBytes(bytes)})`] : []),
    ...shortened(missing.map((path) => `warning: not found, so not attached: ${path}`)),
    ...shortened(refused.map(({ path, reason }) => `warning: not attached: ${path}: ${reason}`)),
  ]
}

function shortened(lines: string[]): string[] {
  if (lines.length <= SHOWN) return lines
  return [...lines.slice(0, SHOWN), `warning: ${formatCount(lines.length - SHOWN, 'more file')} not attached`]
}
