import { LRUCache } from 'lru-cache'
import TurndownService from 'turndown'
import { htmlTree } from './html-tree.ts'

export const CONVERSION = { headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' } as const

const service = new TurndownService(CONVERSION)

const TAG =
  /<\/?(p|br|div|span|b|strong|i|em|u|a|ul|ol|li|table|tbody|thead|tr|td|th|img|h[1-6]|pre|code|hr|blockquote|font)\b[^<>]*>/i
const ENTITY = /&(nbsp|amp|lt|gt|quot|#\d+);/

export const isHtml = (text: string) => TAG.test(text)

/** A longer HTML text exceeds the limit of a text even as Markdown. */
const LENGTH_MAX = 40_000

/**
 * HTML as Markdown. A text without markup stays as it is, and so does one that is nested too deeply, or a document of
 * frames.
 */
export function toMarkdown(text: string): string {
  if (text.length > LENGTH_MAX) return text
  if (!isHtml(text)) return ENTITY.test(text) ? decode(text) : text
  const known = converted.get(text) ?? convert(text)
  converted.set(text, known)
  return known
}

/** Many cases of a file have the same preconditions. */
const converted = new LRUCache<string, string>({ max: 1_000 })

function convert(text: string): string {
  try {
    const tree = htmlTree(text)
    return tree ? service.turndown(tree).trim() : text
  } catch (error) {
    if (error instanceof RangeError) return text
    throw error
  }
}

const NAMED: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' }

function decode(text: string): string {
  return text.replaceAll(/&(nbsp|amp|lt|gt|quot|#\d+);/g, (whole, name: string) =>
    name.startsWith('#') ? character(Number(name.slice(1)), whole) : (NAMED[name] ?? whole),
  )
}

const character = (code: number, otherwise: string) =>
  code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
