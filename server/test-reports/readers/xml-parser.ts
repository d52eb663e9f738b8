import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ReaderLimits } from './limits.ts'
import { badLine, breaksOff } from './report-error.ts'
import { decodeText } from './text-decoding.ts'
import { xmlCharacters } from './xml-characters.ts'
import { xmlMarkup } from './xml-markup.ts'

export type XmlAttributes = Readonly<Record<string, string | undefined>>

/** What the parser finds, in the order of the document. A text may come in several pieces. */
export type XmlEvents = {
  open(name: string, attributes: XmlAttributes, line: number): void
  text(text: string, line: number): void
  close(line: number): void
}

/** Text is handed on at the latest after so many characters, wherever its element ends. */
const PIECE = 64 * 1024

/** A name of an element or of an attribute is at most this long. */
const NAME_MAX = 1_000

/** XML from bytes, strict and without DTD; its memory does not grow with the document. What is no XML is a 400. */
export function xmlParser(events: XmlEvents, limits: ReaderLimits) {
  const parser = new SaxesParser()
  const decoding = decodeText(true)
  const characters = xmlCharacters()
  const markup = xmlMarkup(put, () => parser.line)
  let depth = 0
  let isInTag = false
  let isInName = false
  let attributes = 0
  /** Where in the document the parser last handed something on. */
  let handedOn = 0
  let fed = 0
  let hasBegun = false

  parser.on('error', (error) => {
    throw brokenXml(error)
  })
  parser.on('opentagstart', () => {
    isInTag = true
    attributes = 0
    handedOn = parser.position
    depth += 1
    if (depth > limits.depth) throw badLine(parser.line, `The elements are nested deeper than ${limits.depth} levels`)
  })
  parser.on('attribute', ({ value }) => {
    attributes += 1
    handedOn = parser.position
    if (attributes > limits.attributes)
      throw badLine(parser.line, `An element has more than ${limits.attributes} attributes`)
    if (value.length > limits.attribute) throw tooLongAttribute()
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    isInTag = false
    handedOn = parser.position
    events.open(localName(tag.name), tag.attributes, parser.line)
  })
  parser.on('closetag', () => {
    isInTag = false
    handedOn = parser.position
    depth -= 1
    events.close(parser.line)
  })
  parser.on('text', takeText)
  parser.on('cdata', takeText)

  return {
    write(chunk: Uint8Array) {
      for (let from = 0; from < chunk.length; from += PIECE)
        writeText(decoding.write(chunk.subarray(from, from + PIECE)))
    },
    end() {
      writeText(decoding.end())
      markup.write(characters.end())
      markup.end()
      if (!hasBegun) throw breaksOff(1, 'it is empty')
      const line = parser.line
      parser.on('error', (error) => {
        throw breaksOff(line, reasonOf(error))
      })
      parser.close()
    },
    get hasInvalidBytes() {
      return decoding.hasInvalidBytes
    },
  }

  function writeText(text: string) {
    markup.write(characters.write(text))
  }

  function put(text: string, isMarkup: boolean) {
    const piece = hasBegun ? text : withoutBlankStart(text)
    if (piece === '') return
    hasBegun = true
    feed(piece)
    if (isMarkup) lookAtEnd(piece)
    if (isInTag && pending() > limits.attribute) throw tooLongAttribute()
    if (isInName && !isInTag && pending() > PIECE) throw badLine(parser.line, 'A tag has no end')
  }

  /** How many characters the parser has collected and not handed on. */
  function pending(): number {
    return fed - handedOn
  }

  function feed(piece: string) {
    parser.write(piece)
    fed += piece.length
  }

  /** White space before the root is kept from the parser, but not from its count of lines. */
  function withoutBlankStart(text: string): string {
    const rest = text.trimStart()
    parser.line += text.slice(0, text.length - rest.length).split('\n').length - 1
    return rest
  }

  /** Keeps bounded what the parser collects until it is complete: a reference, a name, a text. */
  function lookAtEnd(piece: string) {
    const [opened, closed] = [piece.lastIndexOf('<'), piece.lastIndexOf('>')]
    if (opened >= 0 || closed >= 0) isInName = opened > closed
    if (piece.lastIndexOf('&') > piece.lastIndexOf(';'))
      throw badLine(parser.line, 'An & begins no reference to a character')
    if (!isInTag && !isInName && depth > 0 && pending() > PIECE) feed('<![CDATA[]]>')
  }

  function takeText(text: string) {
    handedOn = parser.position
    if (text !== '') events.text(text, parser.line)
  }

  function tooLongAttribute() {
    return badLine(parser.line, `An attribute is longer than ${limits.attribute.toLocaleString('en')} characters`)
  }

  function localName(name: string): string {
    if (name.length > NAME_MAX)
      throw badLine(parser.line, `The name of an element is longer than ${NAME_MAX} characters`)
    return name.slice(name.indexOf(':') + 1)
  }

  function brokenXml(error: Error) {
    return badLine(parser.line, `The report is no well-formed XML: ${reasonOf(error)}`)
  }
}

function reasonOf(error: Error): string {
  return error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
}
