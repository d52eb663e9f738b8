import { READER_LIMITS } from '../../test-reports/readers/limits.ts'
import { badLine } from '../../test-reports/readers/report-error.ts'
import { type XmlAttributes, xmlParser } from '../../test-reports/readers/xml-parser.ts'

/** An element with its children, as far as they are read. */
export type XmlNode = { name: string; attributes: XmlAttributes; children: XmlNode[]; text: string; line: number }

const PIECE = 64 * 1024

/** Elements of one case: 100 steps have a few hundred. */
const ELEMENTS_MAX = 10_000

/** Reads XML. `take` gets each element at its end, with those it stands in; a taken one is forgotten. */
export function readXml(bytes: Buffer, take: (node: XmlNode, above: readonly XmlNode[]) => boolean): void {
  const open: XmlNode[] = []
  let held = 0
  const parser = xmlParser(
    {
      open: (name, attributes, line) => void open.push({ name, attributes, children: [], text: '', line }),
      text: (text) => {
        const node = open.at(-1)
        if (node) node.text += text
      },
      close: (line) => {
        const node = open.pop()
        held += 1
        if (held > ELEMENTS_MAX) throw tooMany(line)
        if (!node) return
        if (take(node, open)) held = 0
        else open.at(-1)?.children.push(node)
      },
      comment: () => {},
    },
    READER_LIMITS,
    'file',
  )
  for (let from = 0; from < bytes.length; from += PIECE) parser.write(bytes.subarray(from, from + PIECE))
  parser.end()
}

const tooMany = (line: number) => badLine(line, `A case has more than ${ELEMENTS_MAX.toLocaleString('en')} elements`)

export const childOf = (node: XmlNode | undefined, name: string) => node?.children.find((child) => child.name === name)

/** The trimmed text of a child; '' without one. */
export const textOf = (node: XmlNode | undefined, name: string) => childOf(node, name)?.text.trim() ?? ''
