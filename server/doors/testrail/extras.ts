import type { Extras } from '#shared/extras.ts'
import { NAME_MAX } from '#shared/limits.ts'
import { textProblem } from '#shared/text-problem.ts'
import { inputOf } from '../../trpc.ts'
import { KeptIds } from './bodies.ts'
import { refuseText } from './door.ts'

/*
 * Fields of callers without a place here. They are kept as they came and shown again, so that a caller who reads, changes
 * and writes loses nothing.
 */

/** Fields with a place of their own, or that only control the write. */
const PLACED = new Set([
  'custom_automation_id',
  'custom_preconds',
  'custom_steps_separated',
  'custom_steps',
  'custom_expected',
  'custom_mission',
  'custom_goals',
])

const CASE_TEXTS = new Set(['refs', 'estimate'])
const CASE_FIELDS = new Set([...CASE_TEXTS, ...Object.keys(KeptIds.shape)])
const RUN_FIELDS = new Set(['refs', 'assignedto_id', 'include_all', 'start_on', 'due_on'])
const RESULT_FIELDS = new Set(['version', 'assignedto_id'])

const isCustom = (name: string) => name.startsWith('custom_') && !PLACED.has(name)

/** Of a case with references empty refs are kept, too: it would show the references instead. */
export const caseExtras = (given: unknown, known: Extras = {}, references: string[] = []) =>
  extrasOf(
    CASE_FIELDS,
    { ...(given as object), ...inputOf(KeptIds, given) },
    known,
    references.length > 0 ? ['refs'] : [],
  )
export const runExtras = (given: unknown, known: Extras = {}) => extrasOf(RUN_FIELDS, given, known)
export const resultExtras = (given: unknown) => extrasOf(RESULT_FIELDS, given, {})

/** Merges given fields into the known ones; null removes others than `lasting`. Undefined when nothing changes. */
function extrasOf(names: Set<string>, given: unknown, known: Extras, lasting: string[] = []): Extras | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const kept = Object.entries(given).filter(
    ([name, value]) => value !== undefined && (names.has(name) || isCustom(name)),
  )
  if (kept.length === 0) return undefined
  const all = Object.entries({ ...known, ...Object.fromEntries(kept) })
  const left = all.filter(([name, value]) => (value !== null && value !== '') || lasting.includes(name))
  for (const [name, value] of left) if (value !== known[name]) refuseField(name, value)
  return Object.fromEntries(left)
}

/** The name gets a number (`case-fields.ts`), so it must fit an index. */
function refuseField(name: string, value: unknown): void {
  refuseText(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name, name, NAME_MAX)
  if (typeof value === 'string') refuseText(name, value)
}

const SHOWN = 50

/** The extras that this door shows: an import may keep others. */
export const shownCaseExtras = (extras: Extras) => ({ ...shown(CASE_TEXTS, extras), ...shownIds(extras) })
export const shownRunExtras = (extras: Extras) => shown(RUN_FIELDS, extras)
export const shownResultExtras = (extras: Extras) => shown(RESULT_FIELDS, extras)

const shown = (names: Set<string>, extras: Extras): Extras =>
  Object.fromEntries(Object.entries(extras).filter(([name]) => names.has(name) || isCustom(name)))

/** Earlier versions and other callers may have kept texts. */
const shownIds = (extras: Extras): Extras =>
  Object.fromEntries(
    Object.entries(KeptIds.shape).flatMap(([name, id]) => {
      const { data } = id.safeParse(extras[name])
      return data == null ? [] : [[name, data]]
    }),
  )

/** Those that can get a number: an import or the REST API may have kept others. */
export const customFieldsIn = (extras: Extras): string[] =>
  Object.keys(extras).filter((name) => isCustom(name) && textProblem('', name, NAME_MAX) === null)
