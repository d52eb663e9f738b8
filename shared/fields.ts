import { z } from 'zod'
import { passwordForm } from './auth/password-form.ts'
import { formatNumber } from './format.ts'
import { NAME_MAX, TEXT_MAX, TRACE_MAX, VALUE_MAX } from './limits.ts'
import { hasNoNul, isLonger, refusals } from './text-problem.ts'

/*
 * The fields of all inputs and entities. Inputs must not use a bare z.number(), z.boolean() or z.date():
 * trpc-to-openapi turns on coercion for them, and "false" would become true. It leaves fields inside a preprocess
 * alone.
 */

const PASSWORD_MIN = 6
const PASSWORD_MAX = 1_000
const EMAIL_MAX = 254

/* Limits are text in the OpenAPI document: JSON Schema counts characters before trimming. */

const TRIMMED = 'without the spaces around it'

export const string = (label: string) =>
  z.string({ error: (issue) => (issue.input == null ? refusals.missing(label) : `${label} must be text`) })

const bounded = (label: string, max: number) =>
  string(label).max(max, refusals.tooLong(label, max)).refine(hasNoNul, refusals.nul(label))

/** A refinement, because a `maxLength` in the document would refuse spaces that are trimmed anyway. */
const trimmed = (label: string, max: number) =>
  string(label)
    .trim()
    .refine((text) => !isLonger(text, max), refusals.tooLong(label, max))
    .refine(hasNoNul, refusals.nul(label))

/** A name: trimmed, 1 to 255 characters. */
export const name = (label: string) =>
  trimmed(label, NAME_MAX)
    .min(1, refusals.missing(label))
    .meta({ description: `${label}: 1 to ${NAME_MAX} characters ${TRIMMED}` })

/** An optional name. Null and '' mean none. */
export const optionalName = (label: string) =>
  trimmed(label, NAME_MAX)
    .nullish()
    .meta({ description: `${label}: up to ${NAME_MAX} characters ${TRIMMED}` })

/** An optional http or https address. Null and '' mean none. */
export const optionalHttpUrl = (label: string) =>
  trimmed(label, NAME_MAX)
    .refine((text) => text === '' || isHttpUrl(text), `${label} must be an http or https address`)
    .nullish()
    .meta({ description: `${label}: an http or https address, up to ${NAME_MAX} characters ${TRIMMED}` })

export const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** A longer text: trimmed, up to 10,000 characters. */
export const text = (label: string) =>
  trimmed(label, TEXT_MAX).meta({ description: `${label}: up to ${formatNumber(TEXT_MAX)} characters ${TRIMMED}` })

/** Output of a program: not trimmed, up to 50,000 characters. */
export const optionalTrace = (label: string) => bounded(label, TRACE_MAX).nullish()

/** An optional text. Null and '' mean none. */
export const optionalText = (label: string) => text(label).nullish()

/** Words to search for: trimmed, up to 255 characters. */
export const search = (label: string) => trimmed(label, NAME_MAX)

export const Email = string('Email')
  .trim()
  .toLowerCase()
  .min(1, refusals.missing('Email'))
  .refine((text) => text.length <= EMAIL_MAX, refusals.tooLong('Email', EMAIL_MAX))
  .pipe(z.email('Email must be a valid address'))
  .meta({ description: `Email address, up to ${EMAIL_MAX} characters ${TRIMMED}; capitals do not matter` })

/** A password as typed, not trimmed. No minimum length: it may be compared with an old one. */
export const Password = string('Password')
  .min(1, refusals.missing('Password'))
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters long`)
  .refine(hasNoNul, refusals.nul('Password'))

/** A password to be stored. Characters are counted as people see them: an emoji is one, é is one in every encoding. */
export const NewPassword = Password.refine(
  (password) => [password, passwordForm(password)].every((form) => Array.from(form).length >= PASSWORD_MIN),
  `Password must be at least ${PASSWORD_MIN} characters long`,
).meta({ minLength: PASSWORD_MIN })

/** An id, as its record has it: clients generated for Swift send capitals. */
export const idText = (label: string) => string(label).toLowerCase()

/** An id in an input. Any text is accepted: a malformed id answers 404 like an unknown one. */
export const id = (label: string) => idText(label).meta({ format: 'uuid' })

/** A list of 1 to `max` ids in an input. Any text is accepted: each call says what it does with unknown ids. */
export const ids = (label: string, max: number, whenEmpty = `${label} must not be empty`) =>
  z
    .array(idText(label), { error: `${label} must be a list of ids` })
    .min(1, whenEmpty)
    .max(max, `${label} may have at most ${max} entries`)

export const IdInput = z.object({ id: id('id') })
export type IdInput = z.infer<typeof IdInput>

export const Count = z.int().min(0)

/** A count that may pass 2^31: generated clients take a plain integer for 32 bits. */
export const LongCount = Count.meta({ format: 'int64' })

export const Id = z.string().meta({ format: 'uuid', examples: ['019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a'] })

/** ISO 8601, UTC, with milliseconds. */
export const Timestamp = z.string().meta({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] })

/** `z.preprocess` loses the optionality of a field in its type. This restores it. */
type Optional<Out, In = Out> = z.ZodOptional<z.ZodType<Out, In>>

type Json = string | number | boolean | object | null

const asText = (value: unknown) => {
  if (typeof value === 'string' || value == null) return value
  try {
    return JSON.stringify(value)
  } catch {
    return value
  }
}

const JSON_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const

const valueMeta = (label: string) => ({
  description: `${label}: text, or other JSON that is kept as its JSON text; up to ${formatNumber(VALUE_MAX)} characters`,
  override: { type: [...JSON_TYPES], maxLength: VALUE_MAX, anyOf: undefined },
})

/** A test value. Text is not trimmed; other JSON is stored as JSON text. May be omitted, null or empty. */
export const optionalValue = (label: string): Optional<string | null, Json> =>
  z.preprocess(asText, bounded(label, VALUE_MAX).nullish()).meta(valueMeta(label)) as never

const unchanged = (given: unknown) => given

/** A JSON boolean. Text is refused. */
export const flag = (label: string): z.ZodType<boolean, boolean> =>
  z.preprocess(unchanged, z.boolean({ error: requiredOr(label, 'true or false') })) as never

export const optionalFlag = (label: string): Optional<boolean | null> =>
  z.preprocess(unchanged, z.boolean({ error: requiredOr(label, 'true or false') }).nullish()) as never

/** A boolean from a query string or JSON. Clients generated for Python and C# write True. May be omitted. */
export const optionalQueryFlag = (label: string): Optional<boolean> => {
  const read = (given: unknown) =>
    typeof given === 'string' && /^(true|false)$/i.test(given) ? given.toLowerCase() === 'true' : given
  return z.preprocess(read, z.boolean({ error: `${label} must be true or false` }).optional()) as never
}

/** Milliseconds: a JSON number, zero or more, fractions allowed. May be omitted or null. */
export const optionalDuration = (label: string): Optional<number | null> =>
  z.preprocess(
    unchanged,
    z
      .number({ error: requiredOr(label, 'a number') })
      .min(0, `${label} must not be negative`)
      .nullish(),
  ) as never

const anyCount = (label: string) => {
  const message = `${label} must be a whole number, zero or more`
  return z.number({ error: message }).int(message).min(0, message)
}

/** A count or a position: a whole JSON number, zero or more. */
export const count = (label: string): z.ZodType<number, number> => z.preprocess(unchanged, anyCount(label)) as never

/** The same, but it may be omitted or null. */
export const optionalCount = (label: string): Optional<number | null> =>
  z.preprocess(unchanged, anyCount(label).nullish()) as never

/** A 1-based position in a list: a whole JSON number. Positions beyond the end mean the end. May be omitted or null. */
export const optionalPosition = (label: string): Optional<number | null> => {
  const message = `${label} must be a whole number, 1 or more`
  return z.preprocess(unchanged, z.number({ error: message }).int(message).min(1, message).nullish()) as never
}

/** A whole number from a path, a query string or JSON. */
export const requiredInt = (label: string, min: number, max: number): z.ZodType<number, number> =>
  z.preprocess(readInt, boundedInt(label, min, max)) as never

/** A whole number from a query string or JSON. May be omitted. */
export const optionalInt = (label: string, min: number, max: number): Optional<number> =>
  z.preprocess(readInt, boundedInt(label, min, max).optional()) as never

/** A JSON number of days, 1 or more. Null means none. May be omitted. */
export const optionalDays = (label: string, max: number): Optional<number | null> =>
  z.preprocess(unchanged, boundedInt(label, 1, max).nullish()) as never

/** How long the former of two secrets works beside the new one: up to a week, in hours. Without it, it ends at once. */
export const keepOldForHours = (noun: string) =>
  optionalInt('keepOldForHours', 0, 168).meta({
    description: `For how many hours the old ${noun} works too. By default it ends at once`,
  })

const readInt = (given: unknown) => (typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given)

function boundedInt(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}`
  return z.number({ error: message }).int(message).min(min, message).max(max, message)
}

/** A time of RFC 3339, which allows `t` and `z`, converted to UTC with milliseconds. May be omitted or null. */
export const optionalTimestamp = (label: string): Optional<string | null> =>
  z.preprocess(
    asTimestamp,
    z.iso.datetime({ error: `${label} must be a date and time with a zone, as in 2026-01-31T12:00:00Z` }).nullish(),
  ) as never

/** Clients generated for Java write a full minute without its seconds. RFC 3339 allows a small t and z. */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])

const asTimestamp = (given: unknown) => {
  if (typeof given !== 'string') return given
  const { success, data } = Moment.safeParse(given.toUpperCase())
  return success ? new Date(data).toISOString() : given
}

function requiredOr(label: string, kind: string) {
  return (issue: { input?: unknown }) => (issue.input == null ? refusals.missing(label) : `${label} must be ${kind}`)
}
