import { cleanText, firstLine } from './clean-text.ts'
import { NOT_KEPT } from './ignored.ts'
import { type Element, IGNORED, type Kept, type XmlTools } from './xml-format.ts'
import type { XmlAttributes } from './xml-parser.ts'

export type XmlNode = { name: string; attributes: XmlAttributes; text: string; children: XmlNode[] }

/**
 * What becomes of the elements of a test, by their names: `kept`, counted for the reason, or `frame`: passed over,
 * because it says nothing about the test. Others are unknown.
 */
export type Parts = Readonly<Record<string, 'kept' | 'frame' | keyof typeof NOT_KEPT>>

/** Characters that an element takes at least. */
const NODE_SIZE = 50

/** Reads an element with those of its `parts` that are kept, and passes it on at its end. Its size is bounded. */
export function nodeElement(
  tools: XmlTools,
  parts: Parts,
  name: string,
  attributes: XmlAttributes,
  done: (node: XmlNode) => void,
): Element {
  const kept: Kept = { size: 0 }
  return read(name, attributes, done)

  function read(name: string, attributes: XmlAttributes, done: (node: XmlNode) => void): Element {
    const node: XmlNode = { name, attributes, text: '', children: [] }
    kept.size += NODE_SIZE
    tools.keep(kept, '')
    for (const value of Object.values(attributes)) tools.keep(kept, value ?? '')
    return {
      child(child, given) {
        const part = Object.hasOwn(parts, child) ? parts[child] : undefined
        if (part === 'kept') return read(child, given, (inner) => node.children.push(inner))
        if (part === undefined) return tools.unknown(child)
        if (part !== 'frame') tools.sink.ignore(child, NOT_KEPT[part])
        return IGNORED
      },
      text: (text) => (node.text += tools.keep(kept, text)),
      close: () => done(node),
    }
  }
}

export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? []
}

export function nodeAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => at?.children.find((child) => child.name === name), node)
}

export function textAt(node: XmlNode | undefined, ...path: string[]): string | null {
  return cleanText(nodeAt(node, ...path)?.text ?? '').trim() || null
}

/** Message and trace of a failure. Without a message, the first line of the trace is it. */
export function failureTexts(message: string | null, trace: string | null) {
  return { message: message ?? firstLine(trace), trace }
}
