import { newFields } from '#shared/test-cases/test-case.ts'
import { toCaseColumns } from '#server/database/case-columns.ts'
import type { Db } from '#server/database/databases.ts'
import { newId } from '#server/database/new-id.ts'
import { firstRevision, insertCaseRows } from '#server/test-cases/case-writes.repository.ts'

/** Cases of a project whose searches differ in how many they find, and where. */

const WORDS =
  'order invoice customer email address status timeout retry total price amount discount currency sort detail role token'.split(
    ' ',
  )

/** A word of the texts, always the same for the same number. */
const wordOf = (seed: number) => WORDS[(Math.imul(seed, 2_654_435_761) >>> 8) % WORDS.length] as string
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => wordOf(seed * 31 + index)).join(' ')

/** The words that a case has for the searches. `share` is its place in the project, from 0 to 1. */
function marksOf(index: number, count: number): string {
  const share = index / count
  return [
    'everywhere',
    index === Math.floor(count / 2) && 'onlyone',
    index % (count / 10) === 7 && 'tencases',
    index % 50 === 3 && 'everyfiftieth',
    index % 2 === 0 ? 'evencase' : 'oddcase',
    share >= 0.99 && 'lastsuite',
    share >= 0.7 && 'lastthird',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Fills suites with `size` cases each, of about 300 characters. */
export async function fillSuites(db: Db, projectId: string, suiteIds: string[], size: number): Promise<void> {
  const count = suiteIds.length * size
  for (const [at, suiteId] of suiteIds.entries()) {
    const rows = Array.from({ length: size }, (_, position) => {
      const index = at * size + position
      return {
        id: newId(),
        project_id: projectId,
        test_suite_id: suiteId,
        ref: `C${index + 1}`,
        number: position + 1,
        ...firstRevision(new Date().toISOString(), null),
        ...toCaseColumns(
          newFields({
            name: `Checks ${words(index, 4)} ${marksOf(index, count)}`,
            type: 'auto',
            description: words(index + 1, 10),
            steps: [0, 1, 2].map((step) => ({ action: words(index + step, 6), expected: words(index - step, 2) })),
            priority: index % 100 === 0 ? 'critical' : 'medium',
            tags: index % 200 === 5 ? ['smoke', 'nightly'] : [],
          }),
        ),
      }
    })
    await db.transaction().execute((trx) => insertCaseRows(trx, rows))
  }
  await db.updateTable('projects').set({ last_case_number: count }).where('id', '=', projectId).execute()
}
