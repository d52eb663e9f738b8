import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ReaderLimits } from './limits.ts'
import { badLine, truncated } from './report-error.ts'
import { decodeText } from './text-decoding.ts'
import { xmlCharacters } from './xml-characters.ts'
import { xmlMarkup } from './xml-markup.ts'

export type XmlAttributes = Readonly<Record<string, string | undefined>>

/** Events in document order. A text may come in several pieces. */
type XmlEvents = {
  open(name: string, attributes: XmlAttributes, line: number): void
  text(text: string, line: number): void
  close(line: number): void
  /** The start of a comment. */
  comment(text: string): void
}

/** Text is emitted at least this often, even within one element. */
const PIECE = 64 * 1024

const NAME_MAX = 1_000

/** Parses XML as a stream, strictly, without DTD and in constant memory. Throws BAD_REQUEST for invalid XML. */
export function xmlParser(events: XmlEvents, limits: ReaderLimits, noun = 'report') {
  const parser = new SaxesParser()
  const decoding = decodeText(true)
  const characters = xmlCharacters()
  const markup = xmlMarkup(
    put,
    () => parser.line,
    (text) => events.comment(text),
    noun,
  )
  let depth = 0
  let isInTag = false
  let isInName = false
  let attributes = 0
  /** Position at which the parser last emitted an event. */
  let emittedAt = 0
  let fed = 0
  let hasBegun = false

  parser.on('error', (error) => {
    throw brokenXml(error)
  })
  parser.on('opentagstart', () => {
    isInTag = true
    attributes = 0
    emittedAt = parser.position
    depth += 1
    if (depth > limits.depth) throw badLine(parser.line, `The elements are nested deeper than ${limits.depth} levels`)
  })
  parser.on('attribute', ({ value }) => {
    attributes += 1
    emittedAt = parser.position
    if (attributes > limits.attributes)
      throw badLine(parser.line, `An element has more than ${limits.attributes} attributes`)
    if (value.length > limits.attribute) throw tooLongAttribute()
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    isInTag = false
    emittedAt = parser.position
    events.open(localName(tag.name), tag.attributes, parser.line)
  })
  parser.on('closetag', () => {
    isInTag = false
    emittedAt = parser.position
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
      if (!hasBegun) throw truncated(1, 'it is empty')
      const line = parser.line
      parser.on('error', (error) => {
        throw truncated(line, reasonOf(error))
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
    if (isMarkup) boundBuffer(piece)
    if (isInTag && pending() > limits.attribute) throw tooLongAttribute()
    if (isInName && !isInTag && pending() > PIECE) throw badLine(parser.line, 'A tag has no end')
  }

  /** Characters the parser has buffered. */
  function pending(): number {
    return fed - emittedAt
  }

  function feed(piece: string) {
    parser.write(piece)
    fed += piece.length
  }

  /** Drops white space before the root, which the parser refuses, but counts its lines. */
  function withoutBlankStart(text: string): string {
    const rest = text.trimStart()
    parser.line += text.slice(0, text.length - rest.length).split('\n').length - 1
    return rest
  }

  /** Bounds what the parser buffers: an incomplete reference, name or text. */
  function boundBuffer(piece: string) {
    const [opened, closed] = [piece.lastIndexOf('<'), piece.lastIndexOf('>')]
    if (opened >= 0 || closed >= 0) isInName = opened > closed
    if (piece.lastIndexOf('&') > piece.lastIndexOf(';'))
      throw badLine(parser.line, 'An & does not start a character reference')
    if (!isInTag && !isInName && depth > 0 && pending() > PIECE) feed('<![CDATA[]]>')
  }

  function takeText(text: string) {
    emittedAt = parser.position
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
    return badLine(parser.line, `The ${noun} is not well-formed XML: ${reasonOf(error)}`)
  }
}

function reasonOf(error: Error): string {
  return error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
}
