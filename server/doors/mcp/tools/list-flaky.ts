import { z } from 'zod'
import { FlakyInput } from '#shared/quality/quality.ts'
import { asMany } from '../answer-size.ts'
import { tool } from '../door.ts'
import { limit, nextOffset, project } from '../inputs.ts'
import { projectOf } from '../projects.ts'
import { startOf, told } from '../shown.ts'

const CASES = 30

export const listFlaky = tool({
  name: 'list_flaky',
  description: 'Cases that alternate between passed and failed, or pass on retry; the worst first.',
  input: z.strictObject({ project, runs: FlakyInput.shape.runs, limit, next: nextOffset }),
  answer: async (door, { project: named, runs, limit: wanted = CASES, next }) => {
    const { id: projectId } = await projectOf(door, named)
    const offset = Number(next ?? 0)
    const { items, total, hasMore } = await door.listed((calls) =>
      calls.quality.flaky({ projectId, ...(runs !== undefined && { runs }), limit: wanted, offset }),
    )
    const rows = items.map(({ testCase, lastFlake, score, volume, ...counts }) =>
      told({
        case: testCase.ref,
        name: testCase.name,
        suite: testCase.testSuite.name,
        score: rounded(score),
        volume: rounded(volume),
        ...counts,
        lastError: startOf(lastFlake.errorMessage),
      }),
    )
    const cases = asMany(rows)
    const isMore = hasMore || cases.length < rows.length
    return { total, cases, ...(isMore && { next: String(offset + cases.length) }) }
  },
})

const rounded = (value: number) => Math.round(value * 100) / 100
