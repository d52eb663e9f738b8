import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  Email,
  flag,
  name,
  NewPassword,
  optionalDuration,
  optionalFlag,
  optionalInt,
  optionalQueryFlag,
  optionalText,
  optionalTimestamp,
  optionalValue,
  Password,
} from './fields.ts'

/** The parsed value, or '! ' and the error message. */
function read(field: z.ZodType, given: unknown): unknown {
  const { success, data, error } = field.safeParse(given)
  return success ? data : `! ${error?.issues[0]?.message}`
}

const long = (length: number) => 'x'.repeat(length)

describe.each<[string, z.ZodType, [unknown, unknown][]]>([
  [
    'a name',
    name('Name'),
    [
      ['  Ada  ', 'Ada'],
      [long(255), long(255)],
      [` ${long(255)}\n`, long(255)],
      [long(256), '! Name must be at most 255 characters long'],
      ['', '! Name is required'],
      [' \t', '! Name is required'],
      [undefined, '! Name is required'],
      [null, '! Name is required'],
      [5, '! Name must be text'],
      ['a\0', '! Name must not contain NUL characters'],
      ['漢字 🎉', '漢字 🎉'],
    ],
  ],
  [
    'an optional text',
    optionalText('Notes'),
    [
      [' n ', 'n'],
      ['', ''],
      [undefined, undefined],
      [null, null],
      [long(10_000), long(10_000)],
      [`${long(10_000)} `, long(10_000)],
      [long(10_001), '! Notes must be at most 10,000 characters long'],
      ['\0', '! Notes must not contain NUL characters'],
      [true, '! Notes must be text'],
    ],
  ],
  [
    'an optional value',
    optionalValue('Value'),
    [
      [' as typed ', ' as typed '],
      ['', ''],
      [undefined, undefined],
      [null, null],
      [5, '5'],
      [1.5, '1.5'],
      [true, 'true'],
      [[1, 'x', null], '[1,"x",null]'],
      [{ b: 1, a: { c: [] } }, '{"b":1,"a":{"c":[]}}'],
      [long(100_000), long(100_000)],
      [long(100_001), '! Value must be at most 100,000 characters long'],
      ['a\0', '! Value must not contain NUL characters'],
      [['a\0'], String.raw`["a\u0000"]`],
    ],
  ],
  [
    'a flag',
    flag('enabled'),
    [
      [true, true],
      [false, false],
      ['true', '! enabled must be true or false'],
      ['', '! enabled must be true or false'],
      [1, '! enabled must be true or false'],
      [[], '! enabled must be true or false'],
      [null, '! enabled is required'],
      [undefined, '! enabled is required'],
    ],
  ],
  [
    'an optional flag',
    optionalFlag('isAdmin'),
    [
      [true, true],
      [undefined, undefined],
      [null, null],
      ['false', '! isAdmin must be true or false'],
    ],
  ],
  [
    'an optional flag of a query, as clients in each language write it',
    optionalQueryFlag('unread'),
    [
      ['true', true],
      ['True', true],
      ['false', false],
      ['False', false],
      [true, true],
      [undefined, undefined],
      ...['', 'yes', '1', 'truex', 1, null].map(
        (given) => [given, '! unread must be true or false'] as [unknown, string],
      ),
    ],
  ],
  [
    'a time',
    optionalTimestamp('from'),
    [
      ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
      ['2026-01-31T12:00:00.5-03:30', '2026-01-31T15:30:00.500Z'],
      ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
      ['2026-01-31T00:00+02:00', '2026-01-30T22:00:00.000Z'],
      ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000Z'],
      [undefined, undefined],
      [null, null],
      ...['', '2026-01-31', '2026-01-31T12Z', '2026-01-31T12:00', '2026-02-30T12:00Z', 5].map(
        (given) =>
          [given, '! from must be a date and time with a zone, as in 2026-01-31T12:00:00Z'] as [unknown, string],
      ),
    ],
  ],
  [
    'a whole number',
    optionalInt('limit', 1, 1000),
    [
      [5, 5],
      ['5', 5],
      ['1000', 1000],
      [undefined, undefined],
      ...[
        '0',
        '1001',
        '-5',
        '5.5',
        '0x5',
        '1e2',
        '',
        ' 5',
        'five',
        '9'.repeat(16),
        0,
        5.5,
        Number.NaN,
        Infinity,
        true,
        null,
        [5],
      ].map((given): [unknown, unknown] => [given, '! limit must be a whole number from 1 to 1000']),
    ],
  ],
  [
    'a duration',
    optionalDuration('time'),
    [
      [0, 0],
      [12.5, 12.5],
      [undefined, undefined],
      [null, null],
      [-1, '! time must not be negative'],
      ['5', '! time must be a number'],
      ['', '! time must be a number'],
      [Infinity, '! time must be a number'],
      [Number.NaN, '! time must be a number'],
      [[5], '! time must be a number'],
    ],
  ],
  [
    'an email',
    Email,
    [
      [' Ada@Example.COM ', 'ada@example.com'],
      ['', '! Email is required'],
      [undefined, '! Email is required'],
      [5, '! Email must be text'],
      ['ada', '! Email must be a valid address'],
      ['ada@', '! Email must be a valid address'],
      ['a b@example.com', '! Email must be a valid address'],
      ['ada@example.com\0', '! Email must be a valid address'],
      [`${long(250)}@example.com`, '! Email must be at most 254 characters long'],
    ],
  ],
  [
    'a password',
    Password,
    [
      [' x ', ' x '],
      ['', '! Password is required'],
      [undefined, '! Password is required'],
      [123_456, '! Password must be text'],
      ['a\0', '! Password must not contain NUL characters'],
      [long(1001), '! Password must be at most 1000 characters long'],
    ],
  ],
  [
    'a new password',
    NewPassword,
    [
      ['123456', '123456'],
      ['12345', '! Password must be at least 6 characters long'],
      ['      ', '      '],
    ],
  ],
])('%s', (_, field, rows) => {
  test.each(rows.map(([given, parsed]) => [clip(given), clip(parsed), given, parsed]))(
    'parses %s as %s',
    (_given, _parsed, given, parsed) => {
      expect(read(field, given)).toEqual(parsed)
    },
  )
})

test('a value that is nested too deeply for JSON is refused', () => {
  let nested: unknown[] = []
  for (let level = 0; level < 100_000; level++) nested = [nested]
  expect(read(optionalValue('Value'), nested)).toBe('! Value must be text')
})

function clip(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 50 ? `${text.slice(0, 40)}… (${text.length})` : text
}
