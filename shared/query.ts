/*
 * The text of a search, as in the URL: `refund suite:"Cart" status:failed,error -tag:slow`. A space is AND, a comma
 * is OR, a leading minus is NOT, and quotes keep spaces, commas and colons.
 */

/** A word (`field` is null, one value), or a field with the values of which one must apply. */
export type QueryTerm = { field: string | null; values: string[]; isNot: boolean }

/** Reads a query. Only `fields` are fields: a word such as `12:30` or `https://…` stays a word. */
export function parseQuery(text: string, fields: readonly string[]): QueryTerm[] {
  return tokensOf(text).flatMap((token): QueryTerm[] => {
    const isNot = /^-./.test(token)
    const body = isNot ? token.slice(1) : token
    const [, name] = /^([a-z]+):/.exec(body) ?? []
    if (name === undefined || !fields.includes(name)) {
      const word = unquoted(token)
      return word === '' ? [] : [{ field: null, values: [word], isNot: false }]
    }
    const values = partsOf(body.slice(name.length + 1)).filter((value) => value !== '')
    return values.length === 0 ? [] : [{ field: name, values, isNot }]
  })
}

/** Writes a query that `parseQuery` reads back with the same fields. */
export function formatQuery(terms: readonly QueryTerm[], fields: readonly string[]): string {
  return terms
    .map(({ field, values, isNot }) =>
      field === null
        ? values.map((word) => quotedWord(word, fields)).join(' ')
        : `${isNot ? '-' : ''}${field}:${values.map(quotedValue).join(',')}`,
    )
    .join(' ')
}

/** The values that a query asks for in a field. Those with a minus are left out. */
export const valuesInQuery = (text: string, field: string, fields: readonly string[]): string[] =>
  parseQuery(text, fields)
    .filter((term) => term.field === field && !term.isNot)
    .flatMap(({ values }) => values)

/** The query with a value of a field, or without it if it has it. Capitals do not matter. */
export function toggledInQuery(text: string, field: string, value: string, fields: readonly string[]): string {
  const before = valuesInQuery(text, field, fields)
  const rest = before.filter((other) => other.toLowerCase() !== value.toLowerCase())
  const values = rest.length === before.length ? [...before, value] : rest
  const others = parseQuery(text, fields).filter((term) => term.field !== field || term.isNot)
  const own: QueryTerm[] = values.length === 0 ? [] : [{ field, values, isNot: false }]
  return formatQuery([...others, ...own], fields)
}

/** Splits at spaces outside of quotes. A quote that is not closed reaches to the end. */
const tokensOf = (text: string): string[] => text.match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^\s"])+/g) ?? []

/** Splits at commas outside of quotes. */
const partsOf = (text: string): string[] => (text.match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^,"])+/g) ?? []).map(unquoted)

/** Without its quotes, and with `\"` and `\\` in them as `"` and `\`. */
function unquoted(text: string): string {
  return text.replaceAll(/"((?:\\.|[^"\\])*)(?:"|$)/g, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1'))
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

const quotedValue = (value: string) => (/[\s",]/.test(value) ? quoted(value) : value)

function quotedWord(word: string, fields: readonly string[]): string {
  const [, name] = /^-?([a-z]+):/.exec(word) ?? []
  return /[\s"]/.test(word) || (name !== undefined && fields.includes(name)) ? quoted(word) : word
}
