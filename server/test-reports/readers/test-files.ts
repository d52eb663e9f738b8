import { NAME_MAX } from '#shared/limits.ts'
import { ATTACHMENTS_MAX, fileNameOf } from '#shared/attachments/attachment.ts'
import type { FoundTest, ReportedFile } from '../reported-test.ts'
import { NOT_KEPT } from './ignored.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json-values.ts'
import type { TidySink } from './tidy-sink.ts'

const PATH_MAX = 4_096

const WEB_ADDRESS = /^(?:https?|ftp|data):/i

/** Endings for files in a report, which have a type instead of a file name. */
const ENDINGS: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/css': '.css',
  'text/markdown': '.md',
  'application/json': '.json',
  'application/zip': '.zip',
  'application/pdf': '.pdf',
  'video/webm': '.webm',
}

export function testFiles(sink: TidySink) {
  const files: ReportedFile[] = []
  const paths = new Set<string>()
  return {
    /** A file beside the report. */
    addPath(given: string): void {
      const path = given.trim()
      const name = shortened(fileNameOf(path))
      if (paths.has(path)) return
      if (name === '' || path.length > PATH_MAX || path.includes('\0')) return refuse(NOT_KEPT.attachment)
      if (WEB_ADDRESS.test(path)) return refuse(NOT_KEPT.webAddress)
      paths.add(path)
      add({ name, path })
    },
    addList(given: unknown): void {
      for (const { name, contentType, path, body } of listOf(given).map(objectOf))
        if (typeof body === 'string') add({ name: embeddedName(name, contentType), id: body })
        else if (typeof path === 'string') this.addPath(path)
        else refuse(NOT_KEPT.attachment)
    },
    found: (): Pick<FoundTest, 'files'> => (files.length > 0 ? { files } : {}),
  }

  function add(file: ReportedFile): void {
    if (files.length < ATTACHMENTS_MAX) files.push(file)
    else refuse(`A test has more than ${ATTACHMENTS_MAX} attachments`)
  }

  function refuse(reason: string): void {
    sink.ignore('attachment', reason)
  }
}

function embeddedName(name: JsonObject[string], contentType: JsonObject[string]): string {
  const own = fileNameOf(textOf(name) ?? '') || 'attachment'
  const type = (textOf(contentType) ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = Object.hasOwn(ENDINGS, type) && !/\.\w{1,5}$/.test(own) ? ENDINGS[type] : ''
  return shortened(own, ending)
}

/** The end of a long name is kept: it tells the type. */
function shortened(name: string, ending = ''): string {
  const whole = name + ending
  if (whole.length <= NAME_MAX) return whole
  return `${whole.slice(0, NAME_MAX / 2)}…${whole.slice(-(NAME_MAX / 2 - 2))}`.toWellFormed()
}
