import { expect, test } from 'vitest'
import { z } from 'zod'
import { proceduresOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'

/*
 * trpc-to-openapi turns on coercion, in place, for every number, boolean, bigint and date of an input. It skips fields
 * inside a preprocess, so the fields of shared/fields.ts use one.
 */

const COERCED = new Set(['number', 'boolean', 'bigint', 'date'])

const inputs = Object.entries(proceduresOf(appRouter)).flatMap(([path, { _def }]) =>
  (_def as unknown as { inputs: z.core.$ZodType[] }).inputs.map((input) => [path, input] as const),
)

test('the test finds the inputs of all procedures', () => {
  expect(inputs.length).toBeGreaterThan(40)
})

test.each(inputs)('no field of the input of %s can be coerced', (_, input) => {
  expect(coercibleFields(input)).toEqual([])
})

test.each(inputs)('each id in the input of %s is read without regard to case', (_, input) => {
  const isSensitive = (type: z.core.$ZodType) =>
    (type as z.ZodType).meta()?.['format'] === 'uuid' && (type as z.ZodType).parse('A') !== 'a'
  expect(fieldsThat(isSensitive, input)).toEqual([])
})

test.each<[string, z.core.$ZodType, string[]]>([
  ['number', z.object({ a: z.number() }), ['a']],
  ['boolean that is optional and nullable', z.object({ a: z.boolean().nullable().optional() }), ['a']],
  ['date in an array', z.object({ a: z.array(z.object({ b: z.date() })) }), ['a.b']],
  ['number in a union', z.object({ a: z.union([z.string(), z.number()]) }), ['a']],
  ['number inside a preprocess', z.object({ a: z.preprocess((value) => value, z.number()) }), []],
])('the search handles a %s', (_, input, paths) => {
  expect(coercibleFields(input)).toEqual(paths)
})

test('a cursor that no list has given is refused by each list: it would read the first page again, for ever', () => {
  const cursors = inputs.flatMap(([path, { _zod }]) => {
    const { shape } = _zod.def as unknown as { shape?: Record<string, z.ZodType> }
    return shape?.['cursor'] ? [{ path, cursor: shape['cursor'] }] : []
  })
  expect(cursors.length).toBeGreaterThan(6)
  const accepting = cursors.filter(({ cursor }) =>
    ['x', '', 'zzzz', '%00'].some((text) => cursor.safeParse(text).success),
  )
  expect(accepting.map(({ path }) => path)).toEqual([])
})

const KINDS = [
  '',
  ' ',
  'x',
  'x'.repeat(100_001),
  'x\0',
  null,
  undefined,
  0,
  -1,
  1.5,
  1e308,
  true,
  [],
  [null],
  {},
  { x: 1 },
]
const BY_ZOD = /^(Invalid (input|option|string|key|element|ISO|URL|UUID|email)|Too (big|small)|Unrecognized key)/

test.each(inputs)('no refusal of the input of %s has the text of the library', (_, input) => {
  const texts = wraps(input).flatMap((wrap) =>
    KINDS.flatMap((value) =>
      (z.safeParse(input, wrap(value)).error?.issues ?? []).map(({ path, message }) => [path, message]),
    ),
  )
  expect(texts.filter(([, message]) => BY_ZOD.test(message as string))).toEqual([])
})

/** For each field in an input, what makes an input with a value of this field only. */
function wraps(type: z.core.$ZodType, around = (value: unknown): unknown => value): ((value: unknown) => unknown)[] {
  const def = type._zod.def as z.core.$ZodTypeDef & Record<string, unknown>
  const inside = (part: unknown, wrap: (value: unknown) => unknown) =>
    wraps(part as z.core.$ZodType, (value) => around(wrap(value)))
  if (def.type === 'object')
    return Object.entries(def['shape'] as object).flatMap(([name, field]) => [
      (value: unknown) => around({ [name]: value }),
      ...inside(field, (value) => ({ [name]: value })),
    ])
  if (def.type === 'array') return [(value: unknown) => around([value]), ...inside(def['element'], (value) => [value])]
  const inner = [def['innerType'], def['in'], def['out'], ...((def['options'] as unknown[] | undefined) ?? [])]
  return inner.filter((part) => part !== undefined).flatMap((part) => inside(part, (value) => value))
}

/** The paths of the fields that the library would coerce. */
const coercibleFields = (type: z.core.$ZodType) => fieldsThat(({ _zod }) => COERCED.has(_zod.def.type), type)

function fieldsThat(isFound: (type: z.core.$ZodType) => boolean, type: z.core.$ZodType, path: string[] = []): string[] {
  const def = type._zod.def as z.core.$ZodTypeDef & Record<string, unknown>
  if (isFound(type)) return [path.join('.')]
  if (def.type === 'object')
    return Object.entries(def['shape'] as Record<string, z.core.$ZodType>).flatMap(([name, field]) =>
      fieldsThat(isFound, field, [...path, name]),
    )
  if (def.type === 'pipe')
    return isPreprocess(def)
      ? []
      : [def['in'], def['out']].flatMap((part) => fieldsThat(isFound, part as z.core.$ZodType, path))
  const inner = [def['innerType'], def['element'], ...((def['options'] as unknown[] | undefined) ?? [])]
  return inner
    .filter((part) => part !== undefined)
    .flatMap((part) => fieldsThat(isFound, part as z.core.$ZodType, path))
}

function isPreprocess(def: Record<string, unknown>): boolean {
  return (def['in'] as z.core.$ZodType)._zod.def.type === 'transform'
}
