import { DomainError } from '#shared/errors.ts'
import type { ImportFormat } from '#shared/imports/import.ts'
import { beginningOf } from './readers/decode-file.ts'
import { isZip, openZip } from './readers/zip-directory.ts'

/** Comments and tags may stand before the keyword. Files in other languages begin with their language. */
const FEATURE = /^(#\s*language\s*:|([ \t]*([#@][^\n]*)?\n)*[ \t]*Feature:)/

/** TestLink, whose root may be the same, gives its cases neither. */
const JUNIT_CASE = /<testcase\s[^>]*\b(?:classname|time)\s*=/

/** The format of a file, from its content and the end of its name. Throws BAD_REQUEST for XML of no known tool. */
export async function formatOf(bytes: Buffer, name: string): Promise<ImportFormat> {
  if (isZip(bytes)) return await formatOfZip(bytes)
  const start = beginningOf(bytes).trimStart()
  if (FEATURE.test(start.replaceAll('\r\n', '\n')) || /\.feature$/i.test(name)) return 'gherkin'
  if (/^[[{]/.test(start)) return 'json'
  if (start.startsWith('#')) return 'markdown'
  if (!start.startsWith('<')) return 'csv'
  const root = /<([a-z]\w*)[\s>/]/i.exec(start.replaceAll(/<[?!][^>]*>/g, ''))?.[1]
  if (root === 'suite' || root === 'sections') return 'testrail-xml'
  if (root === 'testsuites' || (root === 'testsuite' && JUNIT_CASE.test(start)))
    throw new DomainError(
      'BAD_REQUEST',
      'This is a report of test results and has no cases. Upload it to a run: assay upload FILE',
    )
  if (root === 'testsuite' || root === 'testcase' || root === 'testcases') return 'testlink-xml'
  throw new DomainError('BAD_REQUEST', 'Unrecognized XML. Supported: cases of TestRail and of TestLink')
}

async function formatOfZip(bytes: Buffer): Promise<ImportFormat> {
  const { file, entries } = await openZip(bytes)
  file.close()
  return entries.some(({ fileName }) => fileName === 'xl/workbook.xml') ? 'xlsx' : 'gherkin'
}
