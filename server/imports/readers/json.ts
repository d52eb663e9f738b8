import { DomainError } from '#shared/errors.ts'
import { parseJson } from '../../http/parse-json.ts'
import { decodeFile, encodingOf } from './decode-file.ts'
import { isQase, readQaseJson } from './qase-json.ts'
import { type CaseSink, newExtras } from './read-case.ts'

/** Reads the JSON that an export of cases writes, a list of cases with their suites, or an export of Qase. */
export async function readJson(bytes: Buffer, sink: CaseSink): Promise<void> {
  const given = await parseJson(encodingOf(bytes) === 'utf-8' ? bytes : Buffer.from(decodeFile(bytes))).catch(notValid)
  if (typeof given === 'object' && given !== null && isQase(given)) return readQaseJson(given, sink)
  if (!Array.isArray(given))
    throw new DomainError('BAD_REQUEST', 'The file is not a JSON array of cases, and no export of Qase')
  for (const [index, entry] of given.entries()) {
    if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) addCase(index + 1, entry, sink)
    else sink.refuse(index + 1, 'it is no case')
  }
}

function notValid(error: unknown): never {
  throw error instanceof DomainError ? new DomainError('BAD_REQUEST', 'The file is not valid JSON') : error
}

function addCase(row: number, entry: Record<string, unknown>, sink: CaseSink): void {
  const { suite = '', ref, extras: known, type, ...others } = entry
  const fields: Record<string, unknown> = { name: '', ...(type != null && { type }) }
  const extras = Object.assign(newExtras(), typeof known === 'object' ? known : null)
  for (const [name, value] of Object.entries(others))
    if (FIELDS.has(name)) fields[name] = value
    else if (value !== null) extras[name] = value
  if (typeof suite !== 'string') return sink.refuse(row, 'suite must be text')
  sink.add({ row, suite, fields, ref: typeof ref === 'string' || typeof ref === 'number' ? `${ref}` : null, extras })
}

const FIELDS = new Set([
  'name',
  'expectedValueType',
  'expectedValue',
  'description',
  'automationKey',
  'preconditions',
  'steps',
  'priority',
  'tags',
  'references',
  'externalKey',
])
