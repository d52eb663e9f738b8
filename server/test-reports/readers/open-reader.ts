import type { ReportReader, ReportSink } from '../reported-test.ts'
import { ALLURE_FILES, ALLURE_FILES_START } from './allure-files.ts'
import { CUCUMBER_MESSAGES, CUCUMBER_MESSAGES_START } from './cucumber-messages.ts'
import { GO_TEST, GO_TEST_LINE } from './go-test.ts'
import { jsonLinesReader } from './json-lines.ts'
import { jsonListReader, jsonReader } from './json-reader.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { otherFile } from './other-formats.ts'
import { truncated, unsupported } from './report-error.ts'
import { TAP_LINE, TAP_START, tapReader } from './tap-reader.ts'
import { wideEncoding } from './text-decoding.ts'
import { xmlReader } from './xml-reader.ts'

type Opener = (sink: ReportSink, limits: ReaderLimits) => ReportReader

/** The format must show in this many bytes. TAP may come after the output of npm and a compiler. */
const START = 65_536
const HTML = ['<!doctype html', '<html']

/** A reader that finds the format from the first bytes written. Throws BAD_REQUEST for other files. */
export function openReader(sink: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader {
  let start = Buffer.alloc(0)
  let reader: ReportReader | undefined
  let isEnd = false
  return {
    get format() {
      return reader?.format ?? 'tap'
    },
    write(chunk) {
      if (reader) return reader.write(chunk)
      start = Buffer.concat([start, chunk])
      begin()
      if (!reader && start.length >= START) throw refusalOf(start)
    },
    end() {
      isEnd = true
      if (!reader) begin()
      if (!reader) throw textOf(start).trim() === '' ? truncated(1, 'the file is empty') : refusalOf(start)
      return reader.end()
    },
  }

  function begin() {
    reader = openerFor(start, isEnd)?.(sink, limits)
    reader?.write(start)
  }
}

/** The first line of a stream of JSON objects shows in so many characters. */
const LINE_START = 2_048

const goTestReader = jsonLinesReader(GO_TEST)
const messagesReader = jsonLinesReader(CUCUMBER_MESSAGES)
const allureFilesReader = jsonLinesReader(ALLURE_FILES)

/** Undefined while there are too few bytes to decide. */
function openerFor(bytes: Uint8Array, isEnd: boolean): Opener | undefined {
  const text = textOf(bytes)
  const lower = text.slice(0, 20).toLowerCase()
  if (HTML.some((html) => html.startsWith(lower) || lower.startsWith(html))) return undefined
  if (text.startsWith('<')) return xmlReader
  if (text.startsWith('{')) return jsonOpenerFor(text, isEnd)
  if (/^\[\s*(?:\{|\])/.test(text)) return jsonListReader
  if (GO_TEST_LINE.test(text)) return goTestReader
  return TAP_START.test(text) || TAP_LINE.test(text) ? tapReader : undefined
}

function jsonOpenerFor(text: string, isEnd: boolean): Opener | undefined {
  const first = text.slice(0, LINE_START)
  if (!isEnd && first.length < LINE_START && !first.includes('\n')) return undefined
  if (GO_TEST_LINE.test(first)) return goTestReader
  if (ALLURE_FILES_START.test(first)) return allureFilesReader
  return CUCUMBER_MESSAGES_START.test(first) ? messagesReader : jsonReader
}

function textOf(bytes: Uint8Array): string {
  const first = Buffer.from(bytes.subarray(0, START))
  const text = first.toString(wideEncoding(first) === 'utf-16le' ? 'utf16le' : wideEncoding(first) ? 'latin1' : 'utf8')
  return text.replaceAll(/[\0\ufeff\ufffd\u00fe\u00ff]/g, '').trimStart()
}

function refusalOf(start: Buffer) {
  const text = textOf(start)
  const isPage = HTML.some((html) => text.toLowerCase().startsWith(html))
  if (isPage) return unsupported('This is an HTML page. Send the report itself')
  return otherFile(text) ?? unsupported('Unrecognized report')
}
