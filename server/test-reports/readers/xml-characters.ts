import { ESCAPE, VISIBLE_ESCAPE } from './clean-text.ts'

const FORBIDDEN = /[^\t\n\r\u0020-\ufffd]/
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'g')
const REFERENCE = /&#(?:x([0-9a-f]{1,9})|(\d{1,10}));/gi
const UNFINISHED = /&(?:#?[\w]{0,12})$/

const LONGEST_END = 30
const LAST_CODE_POINT = 0x10ffff

/**
 * Repairs text for an XML parser, chunk by chunk. Removes characters that XML forbids, literal or as references.
 * Replaces the escape character by a visible one, so that ANSI sequences stay recognizable. Joins references to the
 * halves of a surrogate pair. Never splits a reference between two chunks.
 */
export function xmlCharacters(): { write(text: string): string; end(): string } {
  let held = ''
  return {
    write(text) {
      const all = held + withoutForbidden(text)
      held = unfinishedEnd(all)
      return repair(held === '' ? all : all.slice(0, -held.length))
    },
    end: () => repair(held),
  }
}

function withoutForbidden(text: string): string {
  return FORBIDDEN.test(text) ? text.replaceAll(EVERY_FORBIDDEN, replacement) : text
}

/** Numbers of high surrogates: d800 to dbff in hex, 55296 to 56319 in decimal. */
const HIGH_SURROGATE = /x0{0,3}d[89ab][0-9a-f]{2}|0{0,3}(?:5529[6-9]|55[3-9]\d{2}|56[0-2]\d{2}|563[01]\d)/
/** The other half may come with the next chunk. */
const HALF_AT_END = new RegExp(`(?:[\\ud800-\\udbff]|&#(?:${HIGH_SURROGATE.source});)(?:&#?\\w{0,12})?$`, 'i')

function unfinishedEnd(text: string): string {
  const end = text.slice(-LONGEST_END)
  return HALF_AT_END.exec(end)?.[0] ?? UNFINISHED.exec(end)?.[0] ?? ''
}

function repair(text: string): string {
  return (text.includes('&#') ? text.replaceAll(REFERENCE, decodeReference) : text).toWellFormed()
}

function decodeReference(reference: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (code > LAST_CODE_POINT) return ''
  if (code >= 0xd800 && code <= 0xdfff) return String.fromCharCode(code)
  const character = String.fromCodePoint(code)
  return FORBIDDEN.test(character) ? replacement(character) : reference
}

function replacement(character: string): string {
  return character === ESCAPE ? VISIBLE_ESCAPE : ''
}
