import type { ReportReader, ReportSink } from '../reported-test.ts'
import { jsonReader } from './json-reader.ts'
import { junitReader } from './junit-reader.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { breaksOff, noReport } from './report-error.ts'
import { wideEncoding } from './text-decoding.ts'
import { TAP_START, tapReader } from './tap-reader.ts'

type Opener = (sink: ReportSink, limits: ReaderLimits) => ReportReader

/** So much of the beginning tells what a file is, or nothing does. */
const START = 4_096
const HTML = ['<!doctype html', '<html']
const KNOWN = 'JUnit XML, CTRF, Playwright JSON, Jest or Vitest JSON, or TAP'

/**
 * A reader for the report that begins with these bytes, which only tell the format: they are to be written as well. Few
 * bytes, even none, are enough; the format is then found as more are written. Other files are a 400.
 */
export function openReader(
  firstBytes: Uint8Array,
  sink: ReportSink,
  limits: ReaderLimits = READER_LIMITS,
): ReportReader {
  const open = openerFor(firstBytes)
  return open ? open(sink, limits) : undecidedReader(sink, limits)
}

function undecidedReader(sink: ReportSink, limits: ReaderLimits): ReportReader {
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
        throw start.toString().trim() === '' ? breaksOff(1, 'it is empty') : noReport(`This file is none of ${KNOWN}`)
      reader.end()
    },
  }
}

/** Undefined while the bytes are too few to tell. */
function openerFor(bytes: Uint8Array): Opener | undefined {
  const first = Buffer.from(bytes.subarray(0, START))
  if (first.subarray(0, 4).equals(ZIP)) throw noReport('This is a zip file: unpack it and send the report inside')
  const text = first.toString(wideEncoding(first) === 'utf-16le' ? 'utf16le' : wideEncoding(first) ? 'latin1' : 'utf8')
  const start = text
    .replaceAll(/[\0\ufeff\ufffd\u00fe\u00ff]/g, '')
    .trimStart()
    .slice(0, 200)
  const lower = start.toLowerCase()
  if (HTML.some((html) => lower.startsWith(html))) throw noReport(`This is an HTML page: send the report as ${KNOWN}`)
  if (start === '' || HTML.some((html) => html.startsWith(lower))) return stillOpen(first)
  if (start.startsWith('<')) return junitReader
  if (start.startsWith('{')) return jsonReader
  if (TAP_START.test(start)) return tapReader
  if (start.length < 20 && !start.includes('\n')) return stillOpen(first)
  throw noReport(`This file is none of ${KNOWN}`)
}

function stillOpen(first: Uint8Array): undefined {
  if (first.length >= START) throw noReport(`This file is none of ${KNOWN}`)
}

const ZIP = Buffer.from('PK\u0003\u0004')
