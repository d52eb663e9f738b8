import { DomainError } from '#shared/errors.ts'
import type { ColumnMapping, ImportFormat } from '#shared/imports/import.ts'
import { readCsv } from './readers/csv.ts'
import { readJson } from './readers/json.ts'
import { readMarkdown } from './readers/markdown.ts'
import { CaseSink, type ReadFile } from './readers/read-case.ts'
import { readTestLinkXml } from './readers/testlink-xml.ts'
import { readTestRailXml } from './readers/testrail-xml.ts'

type Given = { format?: ImportFormat | undefined; mapping?: ColumnMapping | undefined }

/** Reads a file of cases. Throws BAD_REQUEST for one that no reader knows. */
export async function readFile(bytes: Buffer, { format, mapping }: Given): Promise<ReadFile> {
  if (bytes.length === 0) throw noCases()
  const known = format ?? formatOf(bytes)
  const sink = new CaseSink()
  const columns = await read(known, bytes, mapping, sink)
  if (sink.cases.length + sink.refused.length === 0) throw noCases()
  const { cases, refused, kept } = sink
  return { format: known, cases, refused, kept, columns }
}

const noCases = () => new DomainError('BAD_REQUEST', 'The file has no cases')

async function read(format: ImportFormat, bytes: Buffer, mapping: ColumnMapping | undefined, sink: CaseSink) {
  if (format === 'csv') return await readCsv(decode(bytes), mapping, sink)
  if (format === 'json') await readJson(bytes, sink)
  else if (format === 'markdown') readMarkdown(decode(bytes), sink)
  else await (format === 'testrail-xml' ? readTestRailXml : readTestLinkXml)(bytes, sink)
  return []
}

function formatOf(bytes: Buffer): ImportFormat {
  const start = bytes
    .subarray(0, 64 * 1024)
    .toString()
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('[')) return 'json'
  if (start.startsWith('#')) return 'markdown'
  if (!start.startsWith('<')) return 'csv'
  const root = /<([a-z]\w*)[\s>/]/i.exec(start.replaceAll(/<[?!][^>]*>/g, ''))?.[1]
  if (root === 'suite' || root === 'sections') return 'testrail-xml'
  if (root === 'testsuite' || root === 'testcase' || root === 'testcases') return 'testlink-xml'
  throw new DomainError('BAD_REQUEST', 'Unrecognized XML. Supported: cases of TestRail and of TestLink')
}

/** Spreadsheets also write UTF-16. */
function decode(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new DomainError('BAD_REQUEST', 'The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8"')
  }
}
