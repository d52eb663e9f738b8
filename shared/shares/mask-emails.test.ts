import { expect, test } from 'vitest'
import { maskEmails } from './mask-emails.ts'

test.each([
  ['ada@example.com', '…@…'],
  ['mail ada.lovelace+x@mail.example.co.uk, please', 'mail …@…, please'],
  ['<ada@example.com>;bob@example.com', '<…@…>;…@…'],
  ['a@example.com@example.org', '…@…@example.org'],
  ['"Ada L" <ada@example.com>', '"Ada L" <…@…>'],
  ['"ada lovelace"@example.com', '…@…'],
  ['"ada\nlovelace"@example.com', '"ada\nlovelace"@example.com'],
  [`"${'x'.repeat(64)}"@example.com`, '…@…'],
  ['"ada@example.com"@example.org', '"…@…"@example.org'],
  ['mailto:ada@example.com?subject=x', 'mailto:…@…?subject=x'],
  ['ADA@EXAMPLE.COM', '…@…'],
  ['dörte@bücher.example', '…@…'],
  ['用户@例子.广告', '…@…'],
  ['𐐀@example.com', '…@…'],
  ['ada@[192.168.0.1] and ada@[ipv6:2001:db8::1]', '…@… and …@…'],
  ['ada%40example.com', '…@…'],
  ['ada&#64;example.com ada&#x40;example.com ada&commat;example.com', '…@… …@… …@…'],
  [String.raw`{"to":"ada\u0040example.com"}`, '{"to":"…@…"}'],
  ['ada＠example.com', '…@…'],
  ['https://ada:secret@example.com/', 'https://ada:…@…/'],
  [
    'lodash@4.17.21, @scope/name, user@host, a @ b.c, @example.com',
    'lodash@4.17.21, @scope/name, user@host, a @ b.c, @example.com',
  ],
  ['at render@http://localhost:3000/app.js:1:2', 'at render@http://localhost:3000/app.js:1:2'],
  ['', ''],
  ['no address', 'no address'],
])('%j is shown as %j', (text, masked) => {
  expect(maskEmails(text)).toBe(masked)
})

test('what is masked once stays as it is', () => {
  const once = maskEmails('ada@example.com, bob@example.com')
  expect(maskEmails(once)).toBe(once)
})

const SIZE = 300_000
test.each([
  '%40',
  '%40b.',
  '(@b.co',
  '"@b.co',
  '\n"@b.co',
  'a@b',
  '@'.repeat(300),
  'a.'.repeat(40) + '@',
  '@' + 'a.'.repeat(40),
])('a text of many %j is masked about as fast as one of many addresses', (part) => {
  const [masked, beside] = [callsOf(part.repeat(SIZE / part.length)), callsOf('ada@example.com '.repeat(SIZE / 16))]
  expect(masked * 20).toBeGreaterThan(beside)
})

/** How often a text is masked in 50 ms of this thread's CPU time, whatever else the machine does. */
function callsOf(text: string): number {
  const start = process.threadCpuUsage()
  for (let calls = 1; ; calls += 1) {
    maskEmails(text)
    const { user, system } = process.threadCpuUsage(start)
    if (user + system >= 50_000) return calls
  }
}
