import type { ReportReader, ReportSink } from '../reported-test.ts'
import { jsonReader } from './json-reader.ts'
import { junitReader } from './junit-reader.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { otherFile } from './other-formats.ts'
import { truncated } from './report-error.ts'
import { unsupported } from './supported.ts'
import { TAP_LINE, TAP_START, tapReader } from './tap-reader.ts'
import { wideEncoding } from './text-decoding.ts'

type Opener = (sink: ReportSink, limits: ReaderLimits) => ReportReader

/** The format must show in this many bytes. TAP may come after the output of npm and a compiler. */
const START = 65_536
const HTML = ['<!doctype html', '<html']
const ZIP = Buffer.from('PK\u0003\u0004')

/** A reader that finds the format from the first bytes written. Throws BAD_REQUEST for other files. */
export function openReader(sink: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader {
  let start = Buffer.alloc(0)
  let reader: ReportReader | undefined
  return {
    get format() {
      return reader?.format ?? 'tap'
    },
    write(chunk) {
      if (reader) return reader.write(chunk)
      start = Buffer.concat([start, chunk])
      const open = openerFor(start)
      if (!open && start.length >= START) throw refusalOf(start)
      if (!open) return
      reader = open(sink, limits)
      reader.write(start)
    },
    end() {
      if (!reader) throw textOf(start).trim() === '' ? truncated(1, 'the file is empty') : refusalOf(start)
      reader.end()
    },
  }
}

/** Undefined while there are too few bytes to decide. */
function openerFor(bytes: Uint8Array): Opener | undefined {
  const text = textOf(bytes)
  const lower = text.slice(0, 20).toLowerCase()
  if (HTML.some((html) => html.startsWith(lower) || lower.startsWith(html))) return undefined
  if (text.startsWith('<')) return junitReader
  if (text.startsWith('{')) return jsonReader
  return TAP_START.test(text) || TAP_LINE.test(text) ? tapReader : undefined
}

function textOf(bytes: Uint8Array): string {
  const first = Buffer.from(bytes.subarray(0, START))
  const text = first.toString(wideEncoding(first) === 'utf-16le' ? 'utf16le' : wideEncoding(first) ? 'latin1' : 'utf8')
  return text.replaceAll(/[\0\ufeff\ufffd\u00fe\u00ff]/g, '').trimStart()
}

function refusalOf(start: Buffer) {
  if (start.subarray(0, ZIP.length).equals(ZIP))
    return unsupported('This is a zip file. Unpack it and send the report inside')
  const text = textOf(start)
  const isPage = HTML.some((html) => text.toLowerCase().startsWith(html))
  if (isPage) return unsupported('This is an HTML page. Send the report itself')
  return otherFile(text) ?? unsupported('Unrecognized report')
}
