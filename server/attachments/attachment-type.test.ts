import { expect, test } from 'vitest'
import { TypeFinder } from './attachment-type.ts'

const PNG = '\x89PNG\r\n\x1a\n'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text)

test.each<[string, Buffer, string]>([
  ['a PNG picture', latin1(`${PNG}\0\0\0\rIHDR`), 'image/png'],
  ['a JPEG picture', latin1('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg'],
  ['a GIF picture', latin1('GIF89a\x01\0'), 'image/gif'],
  ['a WebP picture', latin1('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp'],
  ['plain text', utf8('GET /cart → 200 “ok” 😀\n'), 'text/plain'],
  ['a log with colours', utf8('\u001b[31mfailed\u001b[0m\r\n'), 'text/plain'],
  ['JSON', utf8('{"a": 1}'), 'text/plain'],
  ['a page', utf8('<!doctype html><script>alert(1)</script>'), 'application/octet-stream'],
  ['a page after a mark and white space', utf8('\ufeff \n\t<html>'), 'application/octet-stream'],
  ['a drawing', utf8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'application/octet-stream'],
  ['XML', utf8('<?xml version="1.0"?><a/>'), 'application/octet-stream'],
  ['a PDF', latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), 'application/octet-stream'],
  ['a ZIP archive', latin1('PK\x03\x04\x14\0'), 'application/octet-stream'],
  ['text with NUL', utf8('a\0b'), 'application/octet-stream'],
  ['text that is not UTF-8', latin1('caf\xe9'), 'application/octet-stream'],
  ['text that ends within a character', utf8('€').subarray(0, 2), 'application/octet-stream'],
  ['a PNG signature without its last byte', latin1(PNG.slice(0, -1)), 'application/octet-stream'],
  ['a sound in the container of WebP', latin1('RIFF\x24\0\0\0WAVEfmt '), 'application/octet-stream'],
  ['a picture that is also a page', latin1('GIF89a/*<script>*/=alert(1)'), 'image/gif'],
])('%s is found whole and byte by byte', (_, bytes, type) => {
  for (const size of [bytes.length, 1]) {
    const finder = new TypeFinder()
    for (let from = 0; from < bytes.length; from += size) finder.add(bytes.subarray(from, from + size))
    expect(finder.type()).toBe(type)
  }
})
