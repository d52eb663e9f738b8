import { badLine, breaksOff } from './report-error.ts'

const KINDS = { comment: '-->', instruction: '?>', cdata: ']]>' } as const
type Kind = keyof typeof KINDS

/** What may still become the start of a comment, instruction, CDATA section or document type. */
const UNFINISHED_START = /<(?:!(?:-|\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?|D(?:O(?:C(?:T(?:Y(?:P)?)?)?)?)?)?)?$/

/**
 * Takes out of XML text what a parser would collect without a bound: comments and processing instructions go (their line
 * breaks stay, for the count of lines), and a CDATA section that goes on in the next chunk becomes two. A document type is
 * a 400, so no entity is ever declared. `put` gets the rest, `inMarkup` telling tags and text from CDATA.
 */
export function xmlMarkup(
  put: (text: string, inMarkup: boolean) => void,
  line: () => number,
): { write(text: string): void; end(): void } {
  let inside: Kind | undefined
  let held = ''

  return {
    write(text) {
      let rest = held + text
      held = ''
      while (rest !== '') rest = inside === undefined ? readMarkup(rest) : readInside(inside, rest)
    },
    end() {
      if (inside !== undefined) throw breaksOff(line(), 'a comment, instruction or CDATA section has no end')
      putMarkup(held)
    },
  }

  /** Puts what comes before the next special piece, and answers what is left. */
  function readMarkup(text: string): string {
    const match = /<(?:\?|!--|!\[CDATA\[|!DOCTYPE)/i.exec(text)
    if (!match) {
      held = UNFINISHED_START.exec(text)?.[0] ?? ''
      putMarkup(held === '' ? text : text.slice(0, -held.length))
      return ''
    }
    const start = match[0]
    putMarkup(text.slice(0, match.index))
    if (start.length === '<!DOCTYPE'.length && /doctype/i.test(start))
      throw badLine(line(), 'A report must not contain a DTD')
    inside = start === '<?' ? 'instruction' : start === '<!--' ? 'comment' : 'cdata'
    if (inside === 'cdata') put('<![CDATA[', false)
    return text.slice(match.index + start.length)
  }

  function readInside(kind: Kind, text: string): string {
    const end = KINDS[kind]
    const at = text.indexOf(end)
    if (at >= 0) {
      inside = undefined
      drop(kind, text.slice(0, at), true)
      return text.slice(at + end.length)
    }
    held = unfinishedEnd(text, end)
    drop(kind, held === '' ? text : text.slice(0, -held.length), false)
    return ''
  }

  function drop(kind: Kind, text: string, isEnd: boolean) {
    if (kind === 'cdata') return put(isEnd ? `${text}]]>` : text === '' ? '' : `${text}]]><![CDATA[`, false)
    const breaks = text.replaceAll(/[^\n]+/g, '')
    if (breaks !== '') put(breaks, false)
  }

  function putMarkup(text: string) {
    if (text !== '') put(text, true)
  }
}

function unfinishedEnd(text: string, end: string): string {
  for (let length = end.length - 1; length > 0; length -= 1)
    if (text.endsWith(end.slice(0, length))) return end.slice(0, length)
  return ''
}
