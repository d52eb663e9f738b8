import { compiler, type MarkdownToJSX } from 'markdown-to-jsx/react'
import { createContext, createElement, type Key, type ReactNode, useContext } from 'react'
import classes from './markdown.module.css'
import { attachmentIdIn, TextPictures } from './text-pictures.ts'

/**
 * Markdown as React elements. HTML in the text is shown as written, links open in a new tab, and external pictures
 * become links: nothing is loaded from another server without a click. `TextPictures` shows attached pictures.
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

/** The elements that a text may create, by the library's tag. Headings are below those of the page. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ...'p strong em del mark sup code pre ul ol li blockquote hr br table thead tbody tr th td div footer'
    .split(' ')
    .map((tag) => [tag, tag] as const),
  ...['h1', 'h2'].map((tag) => [tag, 'h5'] as const),
  ...['h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'h6'] as const),
  ['header', 'p'],
])

type Given = { key?: Key | null; href?: unknown; src?: unknown; alt?: unknown; start?: unknown; checked?: unknown }

/** An element without the properties that a text could set, such as `id` and `style` after a code fence. */
function safeElement(tag: string, { key, href, src, alt, start, checked }: Given, children: ReactNode[]) {
  const make = (as: string, properties: object, parts = children) => createElement(as, { ...properties, key }, ...parts)
  if (tag === 'a') return createElement(SafeLink, { key, address: text(href) }, ...children)
  if (tag === 'img') return createElement(SafePicture, { key, address: text(src), alt: text(alt) })
  if (tag === 'input')
    return make('span', { role: 'img', 'aria-label': checked === true ? 'done' : 'to do' }, [checked ? '☑' : '☐'])
  return make(TAGS.get(tag) ?? 'span', tag === 'ol' ? { start } : {})
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const InLink = createContext(false)

/** A link to the web or to mail, in a new tab without access to this one. Other addresses become text. */
function SafeLink({ address, children }: { address: string; children?: ReactNode }) {
  const isInLink = useContext(InLink)
  if (isInLink || !/^(https?:\/\/|mailto:)/i.test(address)) return <span>{children}</span>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <InLink value>{children}</InLink>
    </a>
  )
}

/** The content security policy allows pictures from this server only, so an external one becomes a link. */
function SafePicture({ address, alt }: { address: string; alt: string }) {
  const renderAttached = useContext(TextPictures)
  const isInLink = useContext(InLink)
  const id = attachmentIdIn(address)
  if (id !== undefined && renderAttached) return renderAttached({ id, alt, isInLink })
  const isRemote = /^https?:\/\//i.test(address)
  const name = ['Picture', [alt, isRemote && address].filter(Boolean).join(', ')].filter(Boolean).join(': ')
  return <SafeLink address={isRemote ? address : ''}>{name}</SafeLink>
}
