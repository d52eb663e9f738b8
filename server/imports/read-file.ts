import { DomainError } from '#shared/errors.ts'
import type { ColumnMapping, ImportFormat } from '#shared/imports/import.ts'
import { readCsv } from './readers/csv.ts'
import { decodeFile } from './readers/decode-file.ts'
import { readGherkin } from './readers/gherkin.ts'
import { readJson } from './readers/json.ts'
import { readMarkdown } from './readers/markdown.ts'
import { CaseSink, type ReadFile } from './readers/read-case.ts'
import type { TableReader } from './readers/table.ts'
import { readTestLinkXml } from './readers/testlink-xml.ts'
import { readTestRailXml } from './readers/testrail-xml.ts'
import { readXlsx } from './readers/xlsx.ts'
import { formatOf } from './format-of.ts'

type Given = {
  format?: ImportFormat | undefined
  mapping?: ColumnMapping | undefined
  /** The name of the file. */
  name?: string | undefined
}

/** Reads a file of cases. Throws BAD_REQUEST for one that no reader knows. */
export async function readFile(bytes: Buffer, given: Given): Promise<ReadFile> {
  if (bytes.length === 0) throw noCases()
  const format = given.format ?? (await formatOf(bytes, given.name ?? ''))
  const sink = new CaseSink()
  const table = await read(format, bytes, given, sink)
  const isNamed = table?.isNamed ?? true
  if (isNamed && sink.cases.length + sink.refused.length === 0) throw noCases()
  const { cases, kept, pictures } = sink
  const refused = sink.refused.toSorted((a, b) => a.row - b.row)
  return { format, cases, refused, kept, pictures, columns: table?.columns ?? [], missing: isNamed ? [] : ['name'] }
}

const noCases = () => new DomainError('BAD_REQUEST', 'The file has no cases')

async function read(
  format: ImportFormat,
  bytes: Buffer,
  { mapping, name = '' }: Given,
  sink: CaseSink,
): Promise<TableReader | undefined> {
  if (format === 'csv') return readCsv(decodeFile(bytes), mapping, sink)
  if (format === 'xlsx') return await readXlsx(bytes, mapping, sink)
  if (format === 'json') await readJson(bytes, sink)
  else if (format === 'markdown') readMarkdown(decodeFile(bytes), sink)
  else if (format === 'gherkin') await readGherkin(bytes, name, sink)
  else (format === 'testrail-xml' ? readTestRailXml : readTestLinkXml)(bytes, sink)
  return undefined
}
