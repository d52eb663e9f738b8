/*
 * Test values keep the JSON text of a number: 1.0 differs from 1, and JavaScript rounds long digits. Numbers of the same
 * names inside extras and values stay numbers.
 */

/** A number as the value of one of the two fields, never in a text: there the first quote would be escaped. */
const NUMBER_OF_TEST_VALUE =
  /(?<!\\)("(?:actual|expected)Value"[ \t\r\n]*:[ \t\r\n]*)(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[ \t\r\n]*[,}])/g

/** Lists whose entries have test values, calls of a batch, and the way to the input of an MCP tool. */
const WAY_TO_TEST_VALUES = /^(?:results|cases|\d+|params|arguments)$/

/** Whether a list or an object may have test values. It has this name, or none as an entry of a list, in one that may. */
export const hasTestValues = (name: string | undefined): boolean => name === undefined || WAY_TO_TEST_VALUES.test(name)

/** Replaces the numbers that are test values in a parsed text, which is a body or a part of one, by their texts. */
export function keepNumbers(parsed: unknown, text: string): void {
  const quoted = text.replaceAll(NUMBER_OF_TEST_VALUE, '$1"$2"')
  if (quoted !== text) copyTestValues(parsed, JSON.parse(quoted), 'number')
}

function copyTestValues(into: unknown, from: unknown, type: 'number'): void {
  if (Array.isArray(into)) {
    for (const [index, entry] of into.entries()) copyTestValues(entry, (from as unknown[])[index], type)
  } else if (isObject(into) && isObject(from))
    for (const name of Object.keys(into))
      if (name !== 'actualValue' && name !== 'expectedValue') {
        if (hasTestValues(name)) copyTestValues(into[name], from[name], type)
      } else if (typeof into[name] === type) into[name] = from[name]
}

const isObject = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null
