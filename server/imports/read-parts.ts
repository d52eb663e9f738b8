import { createHash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import { IMPORT_LISTED_MAX } from '#shared/imports/import.ts'
import { NAME_MAX } from '#shared/limits.ts'
import type { CaseFile, Given } from './case-file.ts'
import { readFile } from './read-file.ts'
import type { ReadCase } from './readers/read-case.ts'

/* Only the process of `reading-process.ts` loads the readers: they take 10 MB. */

/** Cases as JSON: what one transaction of a large import takes. Other writes wait for it. */
const PART = { cases: 25, length: 256 * 1024 }

/** Of all parts, in characters. Cells of a small workbook can repeat a long text. */
const LENGTH_MAX = 64 * 1024 * 1024

/** Reads a file: the parts of its cases, and then what else it holds. Throws DomainError. */
export async function* readParts(bytes: Buffer, given: Given): AsyncGenerator<Buffer, CaseFile> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const { cases, refused, kept, ...file } = await readFile(bytes, given)
  if (given.ignoreRefs) for (const found of cases) found.claim = null
  yield* partsOf(cases)
  return {
    ...file,
    digest,
    total: cases.length,
    last: cases.reduce((highest, { claim }) => Math.max(highest, claim ?? 0), 0),
    refused: refused.slice(0, IMPORT_LISTED_MAX),
    refusedCount: refused.length,
    kept: Array.from(kept, ([name, count]) => ({ name: name.slice(0, NAME_MAX), count })).slice(0, IMPORT_LISTED_MAX),
  }
}

function* partsOf(cases: ReadCase[]): Generator<Buffer> {
  let part: string[] = []
  let [length, total] = [0, 0]
  for (const found of cases) {
    const text = JSON.stringify(found)
    total += text.length
    if (total > LENGTH_MAX)
      throw new DomainError(
        'PAYLOAD_TOO_LARGE',
        `The cases have more than ${LENGTH_MAX / 1024 / 1024} MB of text. Split the file`,
      )
    if (part.length === PART.cases || (part.length > 0 && length + text.length > PART.length)) {
      yield packed(part)
      ;[part, length] = [[], 0]
    }
    part.push(text)
    length += text.length
  }
  if (part.length > 0) yield packed(part)
}

const packed = (part: string[]) => Buffer.from(`[${part.join()}]`)
