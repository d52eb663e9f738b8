import { zipOf } from '../test-reports/testing-files.ts'

/* Workbooks as spreadsheets write them: shared strings, and numbers whose style makes them dates. */

type Value = string | number | boolean | Date | null

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DAY_MS = 86_400_000

export function workbookFiles(rows: Value[][]): Record<string, string> {
  const strings = new Map<string, number>()
  const sheet = rows.map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cellOf(value, x, y)).join('')}</row>`)
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Cases" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet ${MAIN}><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${Array.from(strings.keys(), (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  }

  function cellOf(value: Value, x: number, y: number): string {
    const place = `r="${String.fromCodePoint(65 + x)}${y + 1}"`
    if (value === null) return ''
    if (typeof value === 'string') {
      if (!strings.has(value)) strings.set(value, strings.size)
      return `<c ${place} t="s"><v>${strings.get(value)}</v></c>`
    }
    if (typeof value === 'boolean') return `<c ${place} t="b"><v>${Number(value)}</v></c>`
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`
    return `<c ${place} s="1"><v>${(value.getTime() - Date.UTC(1899, 11, 30)) / DAY_MS}</v></c>`
  }
}

export const workbookOf = (rows: Value[][]): Buffer => zipOf(workbookFiles(rows))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
