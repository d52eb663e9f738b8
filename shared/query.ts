/*
 * The grammar of searches, as in the URL: `refund suite:"Cart" status:failed,error -tag:slow`. A space is AND, a comma
 * OR, a leading minus NOT; quotes keep spaces, commas and colons.
 */

/** A word (`field` is null, one value), or a field of which one value must match. */
export type QueryTerm = { field: string | null; values: string[]; isNot: boolean }

/** Parses a query. Only names in `fields` are fields: `12:30` and `https://…` are words. */
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

/** Formats a query. `parseQuery` with the same fields reads it back. */
export function formatQuery(terms: readonly QueryTerm[], fields: readonly string[]): string {
  return terms
    .map(({ field, values, isNot }) =>
      field === null
        ? values.map((word) => quotedWord(word, fields)).join(' ')
        : `${isNot ? '-' : ''}${field}:${values.map(quotedValue).join(',')}`,
    )
    .join(' ')
}

/** The values that a query asks for in a field, without negated ones. */
export const valuesInQuery = (text: string, field: string, fields: readonly string[]): string[] =>
  parseQuery(text, fields)
    .filter((term) => term.field === field && !term.isNot)
    .flatMap(({ values }) => values)

/** Adds a value of a field to the query, or removes it if it is there. Case-insensitive. */
export function toggledInQuery(text: string, field: string, value: string, fields: readonly string[]): string {
  const before = valuesInQuery(text, field, fields)
  const rest = before.filter((other) => other.toLowerCase() !== value.toLowerCase())
  const values = rest.length === before.length ? [...before, value] : rest
  const others = parseQuery(text, fields).filter((term) => term.field !== field || term.isNot)
  const own: QueryTerm[] = values.length === 0 ? [] : [{ field, values, isNot: false }]
  return formatQuery([...others, ...own], fields)
}

const tokensOf = (text: string): string[] => text.match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^\s"])+/g) ?? []

const partsOf = (text: string): string[] => (text.match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^,"])+/g) ?? []).map(unquoted)

/** Removes the quotes, and unescapes `\"` and `\\` in them. */
function unquoted(text: string): string {
  return text.replaceAll(/"((?:\\.|[^"\\])*)(?:"|$)/g, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1'))
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

const quotedValue = (value: string) => (/[\s",]/.test(value) ? quoted(value) : value)

function quotedWord(word: string, fields: readonly string[]): string {
  const [, name] = /^-?([a-z]+):/.exec(word) ?? []
  return /[\s"]/.test(word) || (name !== undefined && fields.includes(name)) ? quoted(word) : word
}
