import { cutText } from '../outbox/cut-text.ts'
import { plain } from '../outbox/plain.ts'
import type { MailContent, MailSection } from './send-mail.ts'

const [SUBJECT_MAX, LINE_MAX, LIST_MAX, SECTIONS_MAX] = [200, 10_000, 100, 30]
const ZERO_WIDTH = '\u200B'

/** A text of one line that no reader of mail makes a link of. Mails to strangers must not carry links of their senders. */
export function withoutLinks(text: string, max: number): string {
  return cutText(plain(text, max).replace(/([.:])(?=[^\s\u200B])/g, `$1${ZERO_WIDTH}`), max)
}

/** A mail as plain text and as simple HTML. */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
  const { subject, lines, list = [], sections = [], link, notes = [], unsubscribeUrl } = content
  const kept = {
    lines: lines.map((line) => cutText(line, LINE_MAX)),
    list: list.slice(0, LIST_MAX).map((line) => cutText(line, LINE_MAX)),
    sections: sections.slice(0, SECTIONS_MAX).map(cutSection),
    notes: notes.map((line) => cutText(line, LINE_MAX)),
  }
  return {
    subject: plain(subject, SUBJECT_MAX),
    text: textOf({ ...kept, link, unsubscribeUrl }).toWellFormed(),
    html: htmlOf({ ...kept, link, unsubscribeUrl }).toWellFormed(),
  }
}

const cutSection = ({ title, url, lines }: MailSection): MailSection => ({
  title: cutText(title, LINE_MAX),
  url,
  lines: lines.slice(0, LIST_MAX).map((line) => ({ ...line, text: cutText(line.text, LINE_MAX) })),
})

type Parts = Required<Pick<MailContent, 'lines' | 'list' | 'sections' | 'notes'>> & {
  link: MailContent['link']
  unsubscribeUrl: string | undefined
}

const TURN_OFF = 'Turn off these mails'

function textOf({ lines, list, sections, link, notes, unsubscribeUrl }: Parts): string {
  const parts = [
    ...lines,
    list.map((line) => `• ${line}`).join('\n'),
    ...sections.map(({ title, url, lines: items }) =>
      [`${title}: ${url}`, ...items.map((item) => `• ${item.text}${item.url ? `\n  ${item.url}` : ''}`)].join('\n'),
    ),
    link && `${link.text}: ${link.url}`,
    ...notes,
    unsubscribeUrl && `${TURN_OFF}: ${unsubscribeUrl}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function htmlOf({ lines, list, sections, link, notes, unsubscribeUrl }: Parts): string {
  const paragraph = (text: string, style = 'margin:0 0 16px') => `<p dir="auto" style="${style}">${escape(text)}</p>`
  const item = (html: string) => `<li dir="auto" style="margin:0 0 4px">${html}</li>`
  const bullets = (items: string[]) =>
    items.length > 0 ? `<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map(item).join('')}</ul>` : ''
  const small = 'margin:0 0 8px;color:#5c6670;font-size:13px'
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"></head>',
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c2024;background:#fff">',
    '<div style="max-width:560px;overflow-wrap:anywhere">',
    ...lines.map((line) => paragraph(line)),
    bullets(list.map(escape)),
    ...sections.map(
      ({ title, url, lines: items }) =>
        `<h2 dir="auto" style="margin:0 0 8px;font-size:17px">${anchor(url, title)}</h2>` +
        bullets(items.map((each) => (each.url ? anchor(each.url, each.text) : escape(each.text)))),
    ),
    link ? `<p style="margin:0 0 16px">${anchor(link.url, link.text)}</p>` : '',
    ...notes.map((line) => paragraph(line, small)),
    unsubscribeUrl ? `<p style="${small}">${anchor(unsubscribeUrl, TURN_OFF)}</p>` : '',
    '</div></body></html>',
  ].join('')
}

const anchor = (url: string, text: string) => `<a href="${escape(url)}" style="color:#0b6e4f">${escape(text)}</a>`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string)
