import { DomainError } from '#shared/errors.ts'
import { IMPORT_MAX_MB } from '#shared/imports/import.ts'
import { decodeFile } from './decode-file.ts'
import { casesOfFeature } from './gherkin-cases.ts'
import type { CaseSink } from './read-case.ts'
import { isZip, openZip, unpackedEntry } from './zip-directory.ts'

const MB = 1024 * 1024
/** Of one feature file. */
const FEATURE_MAX = MB

/** Reads a feature file, or all feature files of a zip file. A feature file that has a mistake is refused. */
export async function readGherkin(bytes: Buffer, name: string, sink: CaseSink): Promise<void> {
  const isPacked = isZip(bytes)
  const files = isPacked ? await unpackedFeatures(bytes) : [{ path: name, text: decodeFile(bytes) }]
  if (!isPacked && bytes.length > FEATURE_MAX) throw tooLarge('A feature file may have at most 1 MB')
  let position = 0
  for (const { path, text } of files) {
    try {
      for (const found of casesOfFeature(path, text)) sink.add(isPacked ? { ...found, row: (position += 1) } : found)
    } catch (error) {
      if (error instanceof DomainError) throw error
      sink.refuse((position += 1), [isPacked && path, (error as Error).message].filter(Boolean).join(': '))
    }
  }
}

async function unpackedFeatures(bytes: Buffer): Promise<{ path: string; text: string }[]> {
  const zip = await openZip(bytes)
  const entries = zip.entries.filter(({ fileName }) => /^(?!.*__MACOSX\/).*\.feature$/.test(fileName))
  const files: { path: string; text: string }[] = []
  if (entries.length === 0) throw new DomainError('BAD_REQUEST', 'The zip file has no feature files and is no workbook')
  if (entries.reduce((size, { uncompressedSize }) => size + uncompressedSize, 0) > IMPORT_MAX_MB * MB)
    throw tooLarge(`The feature files may have at most ${IMPORT_MAX_MB} MB together`)
  const long = entries.find(({ uncompressedSize }) => uncompressedSize > FEATURE_MAX)
  if (long) throw tooLarge(`The feature file ${long.fileName} has more than 1 MB`)
  for (const entry of entries.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)))
    files.push({ path: entry.fileName, text: decodeFile(await unpackedEntry(zip, entry)) })
  return files
}

const tooLarge = (message: string) => new DomainError('PAYLOAD_TOO_LARGE', message)
