import { expect, test } from 'vitest'
import { plain } from '../outbox/plain.ts'
import { renderMail, withoutLinks } from './render-mail.ts'

const HOSTILE = [
  'x'.repeat(10_000),
  '@everyone @here',
  '**bold** [a](http://evil.example) ![p](http://evil.example/p.png)',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  "\"' onmouseover='alert(1)'",
  'Subject\r\nBcc: all@example.com\r\n\r\n<b>body',
  '😀'.repeat(5_000),
  'שלום \u202Ecod.exe \u2066x',
  '\uD800 half a character',
]

test.each(HOSTILE)('a mail stays whole and harmless with the text %#', (text) => {
  const safe = plain(text, 120)
  const mail = renderMail({
    subject: `Checkout: ${text}`,
    lines: [safe, text],
    list: Array.from({ length: 200 }, () => text),
    sections: Array.from({ length: 31 }, () => ({
      title: text,
      url: `https://assay.example.com/?q=${text.slice(0, 20)}`,
      lines: [{ text }, { text, url: `https://assay.example.com/?q=${text.slice(0, 20)}` }],
    })),
    link: { text: safe, url: `https://assay.example.com/?q=${text.slice(0, 20)}` },
    notes: [text],
  })
  expect(mail.subject.length).toBeLessThanOrEqual(200)
  expect(mail.subject).not.toMatch(/[\r\n\u202E]/)
  expect(mail.html.replace(/<\/?(!doctype|html|head|meta|body|div|p|h2|ul|li|a)\b[^<>]*>/g, '')).not.toMatch(/[<>]/)
  expect([mail.subject, mail.text, mail.html].every((part) => part.isWellFormed())).toBe(true)
  expect((mail.html.match(/<li /g) ?? []).length).toBe(160)
})

test('names in mails to strangers become no links', () => {
  expect(withoutLinks('see evil.example or https://evil.example', 100).replaceAll('\u200B', '|')).toBe(
    'see evil.|example or https:|//evil.|example',
  )
  expect(withoutLinks('.'.repeat(1_000), 100)).toHaveLength(100)
})
