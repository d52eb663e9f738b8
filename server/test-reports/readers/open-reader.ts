import type { ReportReader, ReportSink } from '../reported-test.ts'
import { jsonReader } from './json-reader.ts'
import { junitReader } from './junit-reader.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { truncated, noReport } from './report-error.ts'
import { wideEncoding } from './text-decoding.ts'
import { TAP_START, tapReader } from './tap-reader.ts'

type Opener = (sink: ReportSink, limits: ReaderLimits) => ReportReader

/** The format must show in this many bytes. */
const START = 4_096
const HTML = ['<!doctype html', '<html']
const KNOWN = 'JUnit XML, CTRF, Playwright JSON, Jest or Vitest JSON, TAP'

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
      if (!open) return
      reader = open(sink, limits)
      reader.write(start)
    },
    end() {
      if (!reader)
        throw start.toString().trim() === ''
          ? truncated(1, 'the file is empty')
          : noReport(`Unrecognized report. Supported: ${KNOWN}.`)
      reader.end()
    },
  }
}

/** Undefined while there are too few bytes to decide. */
function openerFor(bytes: Uint8Array): Opener | undefined {
  const first = Buffer.from(bytes.subarray(0, START))
  if (first.subarray(0, 4).equals(ZIP)) throw noReport('This is a zip file. Unpack it and send the report inside')
  const text = first.toString(wideEncoding(first) === 'utf-16le' ? 'utf16le' : wideEncoding(first) ? 'latin1' : 'utf8')
  const start = text
    .replaceAll(/[\0\ufeff\ufffd\u00fe\u00ff]/g, '')
    .trimStart()
    .slice(0, 200)
  const lower = start.toLowerCase()
  if (HTML.some((html) => lower.startsWith(html))) throw noReport(`This is an HTML page. Send the report as ${KNOWN}`)
  if (start === '' || HTML.some((html) => html.startsWith(lower))) return stillOpen(first)
  if (start.startsWith('<')) return junitReader
  if (start.startsWith('{')) return jsonReader
  if (TAP_START.test(start)) return tapReader
  if (start.length < 20 && !start.includes('\n')) return stillOpen(first)
  throw noReport(`Unrecognized report. Supported: ${KNOWN}.`)
}

function stillOpen(first: Uint8Array): undefined {
  if (first.length >= START) throw noReport(`Unrecognized report. Supported: ${KNOWN}.`)
}

const ZIP = Buffer.from('PK\u0003\u0004')
