import { compiler, type MarkdownToJSX } from 'markdown-to-jsx/react'
import { createElement, type Key, type ReactNode } from 'react'
import classes from './markdown.module.css'

/**
 * Markdown as React elements. HTML in the text is shown as written, links open in a new tab, and a picture is a link:
 * nothing is loaded from another server without a click.
 */
export default function MarkdownView({ text }: { text: string }) {
  return <div className={classes.markdown}>{compiler(text, OPTIONS)}</div>
}

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  preserveFrontmatter: true,
  forceBlock: true,
  wrapper: null,
  createElement: (tag, properties, ...children) => safeElement(String(tag), properties ?? {}, children),
}

/** Every element that a text may make, by the tag that the library asks for. Headings go below those of the page. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ...'p strong em del mark sup code pre ul ol li blockquote hr br table thead tbody tr th td div footer'
    .split(' ')
    .map((tag) => [tag, tag] as const),
  ...['h1', 'h2'].map((tag) => [tag, 'h5'] as const),
  ...['h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'h6'] as const),
  ['header', 'p'],
])

type Given = { key?: Key | null; href?: unknown; src?: unknown; alt?: unknown; start?: unknown; checked?: unknown }

/** An element with none of the properties that a text can set, such as `id` and `style` after a code fence. */
function safeElement(tag: string, { key, href, src, alt, start, checked }: Given, children: ReactNode[]) {
  const make = (as: string, properties: object, parts = children) => createElement(as, { ...properties, key }, ...parts)
  const link = (address: unknown, parts?: ReactNode[]) =>
    typeof address === 'string' && /^(https?:\/\/|mailto:)/i.test(address)
      ? make('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, parts)
      : make('span', {}, parts)
  if (tag === 'a') return link(href)
  if (tag === 'img') return link(src, [typeof alt === 'string' && alt !== '' ? `Picture: ${alt}` : 'Picture'])
  if (tag === 'input')
    return make('span', { role: 'img', 'aria-label': checked === true ? 'done' : 'to do' }, [checked ? '☑' : '☐'])
  return make(TAGS.get(tag) ?? 'span', tag === 'ol' ? { start } : {})
}
