import { z } from 'zod'

/*
 * The building blocks of every input and entity. No input uses a bare z.number(), z.boolean() or z.date():
 * the REST gateway would switch coercion on in place, and "false" would arrive as true. What is wrapped in
 * a preprocess is left alone.
 */

export const NAME_MAX = 255
export const TEXT_MAX = 10_000
export const VALUE_MAX = 100_000
export const TRACE_MAX = 50_000
export const PASSWORD_MIN = 6
const PASSWORD_MAX = 1_000
const EMAIL_MAX = 254

const hasNoNul = (text: string) => !text.includes('\0')

export const string = (label: string) =>
  z.string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be text`) })

const bounded = (label: string, max: number, given = string(label)) =>
  given
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters long`)
    .refine(hasNoNul, `${label} must not contain NUL characters`)

/** A name: trimmed, 1 to 255 characters. */
export const name = (label: string) => bounded(label, NAME_MAX, string(label).trim()).min(1, `${label} is required`)

/** A name that may be left out or null; an empty one is none. */
export const optionalName = (label: string) => bounded(label, NAME_MAX, string(label).trim()).nullish()

/** A longer text: trimmed, up to 10,000 characters. */
export const text = (label: string) => bounded(label, TEXT_MAX, string(label).trim())

/** What a program printed: kept as it is, up to 50,000 characters. */
export const optionalTrace = (label: string) => bounded(label, TRACE_MAX).nullish()

/** A text that may be left out or null; an empty one is no text. */
export const optionalText = (label: string) => text(label).nullish()

export const Email = string('Email')
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(EMAIL_MAX, `Email must be at most ${EMAIL_MAX} characters long`)
  .pipe(z.email('Email must be a valid address'))
  .meta({ format: 'email', examples: ['ada@example.com'] })

/** A password as it is typed: never trimmed, and of any length, to be compared with a stored one. */
export const Password = string('Password')
  .min(1, 'Password is required')
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters long`)
  .refine(hasNoNul, 'Password must not contain NUL characters')

/** A password that is to be set. */
export const NewPassword = Password.min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`)

/** An id as callers send it. Any text goes: a malformed one is simply not found. */
export const id = (label: string) => string(label).meta({ format: 'uuid' })

/** A number of things, or a position. */
export const Count = z.int().min(0)

export const Id = z.string().meta({ format: 'uuid', examples: ['019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a'] })

/** ISO 8601, UTC, with milliseconds. */
export const Timestamp = z.string().meta({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] })

/** A preprocess hides from the types that a field may be left out; this says it again. */
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

/** A test value that must be there: text as it is, never trimmed; any other JSON is kept as its JSON text. */
export const requiredValue = (label: string): z.ZodType<string, Json> =>
  z.preprocess(asText, bounded(label, VALUE_MAX).min(1, `${label} is required`)) as never

/** A test value that must be given, if only as null or an empty text. */
export const nullableValue = (label: string): z.ZodType<string | null, Json> =>
  z.preprocess(asText, bounded(label, VALUE_MAX).nullable()) as never

/** A test value that may be left out or null, and may be empty. */
export const optionalValue = (label: string): Optional<string | null, Json> =>
  z.preprocess(asText, bounded(label, VALUE_MAX).nullish()) as never

const asItIs = (given: unknown) => given

/** A JSON boolean; text is refused. */
export const flag = (label: string): z.ZodType<boolean, boolean> =>
  z.preprocess(asItIs, z.boolean({ error: requiredOr(label, 'true or false') })) as never

/** A JSON boolean that may be left out. */
export const optionalFlag = (label: string): Optional<boolean | null> =>
  z.preprocess(asItIs, z.boolean({ error: requiredOr(label, 'true or false') }).nullish()) as never

/** Milliseconds: a JSON number, zero or more, fractions allowed. */
export const optionalDuration = (label: string): Optional<number | null> =>
  z.preprocess(
    asItIs,
    z
      .number({ error: requiredOr(label, 'a number') })
      .min(0, `${label} must not be negative`)
      .nullish(),
  ) as never

/** A number of things that may be left out or null: a whole JSON number. */
export const optionalCount = (label: string): Optional<number | null> => {
  const message = `${label} must be a whole number, zero or more`
  return z.preprocess(asItIs, z.number({ error: message }).int(message).min(0, message).nullish()) as never
}

/** A whole number from a query string or from JSON. */
export const optionalInt = (label: string, min: number, max: number): Optional<number> => {
  const message = `${label} must be a whole number from ${min} to ${max}`
  const read = (given: unknown) => (typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given)
  return z.preprocess(
    read,
    z.number({ error: message }).int(message).min(min, message).max(max, message).optional(),
  ) as never
}

/** A moment that may be left out: ISO 8601 with a zone; it is kept in UTC with milliseconds. */
export const optionalTimestamp = (label: string): Optional<string | null> =>
  z.preprocess(
    asTimestamp,
    z.iso.datetime({ error: `${label} must be a date and time with a zone, as in 2026-01-31T12:00:00Z` }).nullish(),
  ) as never

const asTimestamp = (given: unknown) => {
  const isMoment = typeof given === 'string' && z.iso.datetime({ offset: true }).safeParse(given).success
  return isMoment ? new Date(given).toISOString() : given
}

function requiredOr(label: string, kind: string) {
  return (issue: { input?: unknown }) => (issue.input == null ? `${label} is required` : `${label} must be ${kind}`)
}
