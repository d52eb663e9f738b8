import { formatCount } from '#shared/format.ts'
import { sharesOf } from '#shared/test-runs/shares.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { usageFailure } from '../failures.ts'
import { memberIds } from '../find-member.ts'
import { findRunId } from '../find-run.ts'
import { allPages } from '../pages.ts'
import type { Session } from '../session.ts'

type Options = { to?: string[]; nobody?: boolean; case?: string[]; suite?: string[] }

const AT_ONCE = 5_000

/** Assigns cases of a run: the named ones, or else all pending manual ones. */
export async function assignResults({ output, connect }: Session, idOrKey: string, options: Options): Promise<void> {
  const { to = [], nobody = false } = options
  if (nobody === to.length > 0) throw usageFailure('say who: --to MEMBER, or --nobody to take the cases back')
  const connection = await connect()
  const people = nobody ? [null] : [...new Set(await memberIds(connection, to))]
  const testRunId = await findRunId(connection, idOrKey)
  const all = await allPages((part) =>
    connection.call((client) => client.testResults.listInRun.query({ testRunId, ...part })),
  )
  const chosen = chooseOf(all, options)
  const entries = sharesOf(chosen, people.length).flatMap((part, index) =>
    part.map(({ id: resultId }) => ({ resultId, assigneeId: people[index] as string | null })),
  )
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const results = entries.slice(start, start + AT_ONCE)
    await connection.call((client) => client.testResults.setMany.mutate({ testRunId, results }))
  }
  const done = nobody ? 'assigned to nobody' : `assigned to ${formatCount(people.length, 'member')}`
  output.result([`${formatCount(entries.length, 'case')} ${done}`], { testRunId, results: entries })
}

function chooseOf(results: TestResult[], { case: cases, suite: suites }: Options): TestResult[] {
  if (!cases && !suites)
    return results.filter(({ status, testCase }) => status === 'pending' && testCase.type === 'manual')
  const of = (option: string, named: string[], namesOf: (result: TestResult) => string[]) =>
    named.flatMap((given) => {
      const found = results.filter((result) => namesOf(result).includes(given))
      if (found.length === 0) throw usageFailure(`${option} ${given}: the run has no such ${option.slice(2)}`)
      return found
    })
  const ofCases = cases && of('--case', cases.map(upperRef), ({ ref, testCase }) => [ref, testCase.id])
  const ofSuites = suites && of('--suite', suites, ({ testCase: { testSuite } }) => [testSuite.id, testSuite.name])
  const chosen = new Set([ofCases, ofSuites].filter((some) => some !== undefined).flat())
  return results.filter((result) => chosen.has(result))
}

const upperRef = (text: string) => (/^c\d+$/i.test(text) ? text.toUpperCase() : text)
