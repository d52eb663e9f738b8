import { type RawBuilder, sql, type SqlBool } from 'kysely'

/**
 * Whether a word occurs in a text, whatever its case. Databases fold the letters of few languages, so the word is also
 * looked for as written and with capitals, which names have.
 */
export function hasWord(text: string, word: string): RawBuilder<SqlBool> {
  const column = sql.ref(text)
  const forms = [...new Set([word, word.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())])]
  return sql<SqlBool>`(${sql.join(
    [
      sql`lower(${column}) like ${patternOf(word.toLowerCase())} escape '\\'`,
      ...forms.map((form) => sql`${column} like ${patternOf(form)} escape '\\'`),
    ],
    sql` or `,
  )})`
}

const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
