import { InvalidArgumentError } from 'commander'
import { readShard } from '#shared/test-reports/test-report.ts'
import { type ColumnMapping, MAPPED_FIELDS } from '#shared/imports/import.ts'
import { FAIL_CONDITIONS, type FailCondition } from './fail-on.ts'

/* Parsers of option values. They throw InvalidArgumentError. */

export function wholeNumber(min: number, max: number) {
  return (text: string) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}

export function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= 86_400) return Number(text)
  throw new InvalidArgumentError('It must be a number of seconds.')
}

/** Such as 2/5 or `linux`. A malformed number is refused: as a name, it would complete the run at once. */
export function shard(text: string): string {
  if (readShard(text) !== null || !/^\s*\d/.test(text)) return text
  throw new InvalidArgumentError('It must be a shard from 1/n to n/n.')
}

/** For a repeatable option: `before` has the conditions given so far. */
export function failConditions(text: string, before: FailCondition[] = []): FailCondition[] {
  const given = text.split(',').map((word) => word.trim())
  const known: readonly string[] = FAIL_CONDITIONS
  if (given.every((word) => known.includes(word))) return [...new Set([...before, ...(given as FailCondition[])])]
  throw new InvalidArgumentError(`It must be a list of ${FAIL_CONDITIONS.join(', ')}.`)
}

/** The same for `watch`, which reads no files that could be empty. */
export function watchConditions(text: string, before?: FailCondition[]): FailCondition[] {
  const conditions = failConditions(text, before)
  if (!conditions.includes('empty')) return conditions
  throw new InvalidArgumentError('The condition empty is for reports that are uploaded.')
}

/** Limits polling to five calls per second. */
export function watchInterval(text: string): number {
  const interval = seconds(text)
  if (interval >= 0.2) return interval
  throw new InvalidArgumentError('It must be at least 0.2 seconds.')
}

export function each(text: string, before: string[] = []): string[] {
  return [...before, text]
}

export function oneOf<T extends string>(known: readonly T[]) {
  return (text: string, before: T[] = []): T[] => {
    const found = known.find((value) => value === text)
    if (found !== undefined) return [...before, found]
    throw new InvalidArgumentError(`It must be one of ${known.join(', ')}.`)
  }
}

/** Such as `Title=name`, or `Owner=` for a column that is kept aside. */
export function columnMapping(text: string, before: ColumnMapping = {}): ColumnMapping {
  const [, column = '', given = ''] = /^(.+)=(.*)$/s.exec(text) ?? []
  const field = MAPPED_FIELDS.find((known) => known === given) ?? null
  if (column !== '' && (field !== null || given === '')) return { ...before, [column]: field }
  throw new InvalidArgumentError(`It must be COLUMN=FIELD. The fields are ${MAPPED_FIELDS.join(', ')}.`)
}
