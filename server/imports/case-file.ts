import type { ColumnMapping, ImportFormat, RefusedRow } from '#shared/imports/import.ts'
import type { Column, ReadCase } from './readers/read-case.ts'

export type Given = {
  format?: ImportFormat | undefined
  mapping?: ColumnMapping | undefined
  /** The name of the file. */
  name?: string | undefined
  ignoreRefs?: boolean | undefined
}

/** What a file holds, beside its cases. Lists have at most as many entries as an answer. */
export type CaseFile = {
  digest: string
  format: ImportFormat
  total: number
  /** The highest number that a case claims. */
  last: number
  refused: RefusedRow[]
  refusedCount: number
  kept: { name: string; count: number }[]
  pictures: number
  columns: Column[]
  /** Required fields to which no column is mapped. */
  missing: 'name'[]
}

export const casesIn = (part: Uint8Array): ReadCase[] =>
  JSON.parse(Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString())
