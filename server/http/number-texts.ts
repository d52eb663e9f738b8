import { asWritten, isRounded, mayBeRounded } from '#shared/test-cases/json-number.ts'

/*
 * A test value keeps the JSON text of a number: 1.0 differs from 1. Numbers inside a test value keep it where JavaScript
 * would round them. In extras all are numbers, whatever their names.
 */

/** A number as the value of one of the two fields, never in a text: there the first quote would be escaped. */
const NUMBER_OF_TEST_VALUE =
  /(?<!\\)("(?:actual|expected)Value"[ \t\r\n]*:[ \t\r\n]*)(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[ \t\r\n]*[,}])/g

/** What other texts do not have, found faster. */
const MAY_BE_CONCERNED = /Value"[ \t\r\n]*:[ \t\r\n]*[-\d[{]/
const MAY_HAVE_JSON = /Value"[ \t\r\n]*:[ \t\r\n]*[[{]/

/** Lists whose entries have test values, calls of a batch, and the way to the input of an MCP tool. */
const WAY_TO_TEST_VALUES = /^(?:results|cases|\d+|params|arguments)$/

/** A list or an object where test values may be, one inside such a value, or another. */
export type Place = 'holder' | 'value' | 'other'

/** The place of what has this name in an object, or none as an entry of a list. */
export function placeIn(place: Place, name: string | undefined): Place {
  if (place !== 'holder' || name === undefined) return place
  if (isTestValue(name)) return 'value'
  return WAY_TO_TEST_VALUES.test(name) ? 'holder' : 'other'
}

const isTestValue = (name: string) => name === 'actualValue' || name === 'expectedValue'

/** Parses a JSON text, with the texts of numbers where test values keep them. Throws like JSON.parse. */
export function parseWithNumbers(text: string, place: Place): unknown {
  if (place === 'value' && mayBeRounded(text)) return parseUnrounded(text)
  const parsed: unknown = JSON.parse(text)
  if (place === 'holder' && MAY_BE_CONCERNED.test(text)) keepNumbers(parsed, text)
  return parsed
}

/** Parsed twice, because neither the expression nor a reviver knows where a field is. */
function keepNumbers(parsed: unknown, text: string): void {
  const quoted = text.replaceAll(NUMBER_OF_TEST_VALUE, '$1"$2"')
  if (quoted !== text) copyTestValues(parsed, JSON.parse(quoted), 'number')
  if (MAY_HAVE_JSON.test(text) && mayBeRounded(text)) copyTestValues(parsed, parseUnrounded(text), 'object')
}

/** JSON.stringify writes the numbers with all their digits. */
function parseUnrounded(text: string): unknown {
  const read = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source && isRounded(value, context.source) ? asWritten(context.source) : value
  return JSON.parse(text, read)
}

function copyTestValues(into: unknown, from: unknown, type: 'number' | 'object'): void {
  if (Array.isArray(into)) {
    for (const [index, entry] of into.entries()) copyTestValues(entry, (from as unknown[])[index], type)
  } else if (isObject(into) && isObject(from))
    for (const name of Object.keys(into)) {
      if (placeIn('holder', name) === 'holder') copyTestValues(into[name], from[name], type)
      else if (isTestValue(name) && typeof into[name] === type) into[name] = from[name]
    }
}

const isObject = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null
