import { createProject, junit, signUp, untilCounted } from './data.ts'
import { type Figures, median, ms } from './figures.ts'
import { timeOf } from './load.ts'
import { startAssay } from './servers.ts'

/* What it takes to count a report for the quality of its project, beside what its recording took. */

const REPORT = junit(10_000)
const ROUNDS = 5
/** Decision 53. */
const READING =
  'to read a result takes about a microsecond, and the median of a case needs 30 of them; packed, they took longer'
/** Earlier runs of the same cases. */
const EARLIER = [0, 35]

export async function* folds(): Figures {
  const user = await signUp(await startAssay())
  const record = (project: string) => timeOf(() => user.report(project, REPORT))
  const count = (project: string) => timeOf(() => untilCounted(user, project))
  for (const earlier of EARLIER) {
    let project = await createProject(user)
    for (let run = 0; run < earlier; run++) await record(project)
    await count(project)
    const [records, counts]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      if (earlier === 0) project = await createProject(user)
      records.push(await record(project))
      counts.push(await count(project))
    }
    yield {
      work: `count a report of 10,000 results for the quality, after ${earlier} runs of its cases`,
      assay: ms(median(counts)),
      beside: `its recording: ${ms(median(records))}`,
      value: median(counts.map((time, round) => time / (records[round] as number))),
      bar: ['≤ 0.3', READING],
    }
  }
}
