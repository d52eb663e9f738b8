import { badLine, truncated } from './report-error.ts'

const KINDS = { comment: '-->', instruction: '?>', cdata: ']]>' } as const
type Kind = keyof typeof KINDS

/** Only short comments matter. */
const COMMENT_MAX = 100

/** A possible start of a comment, instruction, CDATA section or document type. */
const UNFINISHED_START = /<(?:!(?:-|\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?|D(?:O(?:C(?:T(?:Y(?:P)?)?)?)?)?)?)?$/

/**
 * Removes comments and processing instructions, which a parser would buffer without limit; their line breaks stay, to
 * keep the line count. Splits a CDATA section that continues in the next chunk. Throws BAD_REQUEST for a document type,
 * so no entity is ever declared. `put` receives the rest; `inMarkup` is false inside CDATA. `onComment` receives the
 * start of each comment.
 */
export function xmlMarkup(
  put: (text: string, inMarkup: boolean) => void,
  line: () => number,
  onComment: (text: string) => void,
  noun = 'report',
): { write(text: string): void; end(): void } {
  let inside: Kind | undefined
  let held = ''
  let comment = ''

  return {
    write(text) {
      let rest = held + text
      held = ''
      while (rest !== '') rest = inside === undefined ? readMarkup(rest) : readInside(inside, rest)
    },
    end() {
      if (inside !== undefined) throw truncated(line(), 'a comment, instruction or CDATA section is not closed')
      putMarkup(held)
    },
  }

  /** Emits the text before the next special section and returns the rest. */
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
      throw badLine(line(), `A ${noun} must not contain a DTD`)
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
    if (kind === 'comment') takeComment(text, isEnd)
    const breaks = text.replaceAll(/[^\n]+/g, '')
    if (breaks !== '') put(breaks, false)
  }

  function takeComment(text: string, isEnd: boolean) {
    if (comment.length < COMMENT_MAX) comment += text.slice(0, COMMENT_MAX)
    if (!isEnd) return
    onComment(comment)
    comment = ''
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
