import type { Attachment } from '#shared/attachments/attachment.ts'
import { basename } from 'node:path'
import { attachFile, type Owner } from '../attach-files.ts'
import { usageFailure } from '../failures.ts'
import { asFile } from '../files.ts'
import { findCase, findResult } from '../find-case.ts'
import { findRunId } from '../find-run.ts'
import { formatBytes } from '../output.ts'
import type { Session } from '../session.ts'

/** Attaches files to a case, or with --run to its result there. A repeated command attaches no file twice. */
export async function attach(session: Session, ref: string, paths: string[], options: { run?: string }): Promise<void> {
  const files = await Promise.all(paths.map(async (path) => (await asFile(path)) ?? path))
  const missing = files.filter((file) => typeof file === 'string')
  if (missing.length > 0) throw usageFailure(`no such file: ${missing.join(', ')}`, { missing })
  const connection = await session.connect()
  const testCase = await findCase(connection, ref)
  const owner: Owner =
    options.run === undefined
      ? { kind: 'case', id: testCase.id }
      : { kind: 'result', id: (await findResult(connection, testCase, await findRunId(connection, options.run))).id }
  const attached: Attachment[] = []
  for (const file of files)
    if (typeof file !== 'string') attached.push(await attachFile(connection, owner, basename(file.path), file))
  const lines = attached.map(({ name, size }) => `${name} (${formatBytes(size)}) attached to ${testCase.ref}`)
  session.output.result(lines, attached)
}
