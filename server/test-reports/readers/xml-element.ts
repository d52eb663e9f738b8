import type { XmlAttributes } from './xml-parser.ts'

/** An open element: handles its children, its text and its end. */
export type Element = {
  child(name: string, attributes: XmlAttributes): Element
  text?(text: string): void
  close?(): void
}

/** Content of unknown elements is not counted again. */
export const IGNORED: Element = { child: () => IGNORED }
