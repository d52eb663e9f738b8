import { type CaseFields, TEXT_FIELD_NAMES } from './test-case.ts'

/** A case as files of cases hold it. */
export type CaseRecord = CaseFields & {
  suite: string
  ref: string
  externalKey: string | null
  extras: Record<string, unknown>
}

/** The columns of a file, in order. Files of earlier versions lack the last ones, so append new columns. */
export const RECORD_FIELDS = [
  'suite',
  ...TEXT_FIELD_NAMES,
  'ref',
  'steps',
  'priority',
  'tags',
  'references',
  'externalKey',
  'extras',
] as const satisfies (keyof CaseRecord)[]
