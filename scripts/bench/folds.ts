import { join } from 'node:path'
import { openDatabases } from '#server/database/databases.ts'
import { Writer } from '#server/database/writer.ts'
import { foldSome, type Step } from '#server/quality/fold.ts'
import { isDone, readPlan } from '#server/quality/plan.ts'
import { copyRun } from './growth-fill.ts'
import { median, timesOf } from './load.ts'
import { inPlace, junit, type Place, signUp } from './servers.ts'
import { type Figure, ms } from './table.ts'

/* What it takes to count a report for the quality of its project, beside what its recording took. */

const RESULTS = 10_000
const ROUNDS = 5
/** Earlier runs of the same cases. */
const EARLIER = [0, 35]

export async function benchFolds(): Promise<Figure[]> {
  return await inPlace(async (place) => {
    const figures: Figure[] = []
    for (const runs of EARLIER) figures.push(await foldsAfter(runs, place))
    return figures
  })
}

async function foldsAfter(earlier: number, { folder, assay }: Place): Promise<Figure> {
  const file = join(folder, `${earlier}.db`)
  const user = await signUp(await assay(file))
  const databases = await openDatabases({ file })
  const writer = new Writer(databases.writer, databases)
  const createProject = async (): Promise<string> => (await user.call('POST', '/projects', { name: 'P' })).id
  const fold = async (project: string) => {
    let step: Step | undefined
    while (!isDone(await readPlan(databases.writer, project)))
      step = await writer.write({ project }, async (db) => await foldSome(db, project, step))
  }

  let project = await createProject()
  if (earlier > 0) {
    const first = await user.report(project, junit(RESULTS))
    await writer.write(null, async (db) => {
      for (let number = 2; number <= earlier; number++) await copyRun(db, first, number)
      await db.updateTable('projects').set({ last_run_number: earlier }).where('id', '=', project).execute()
    })
    await fold(project)
  }
  const recordMs: number[] = []
  const foldMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (earlier === 0) project = await createProject()
    recordMs.push(...(await timesOf(1, async () => await user.report(project, junit(RESULTS)))))
    foldMs.push(...(await timesOf(1, async () => await fold(project))))
  }
  await databases.close()
  return {
    work: `count a report of 10,000 results for the quality, after ${earlier} runs of its cases`,
    assay: ms(median(foldMs)),
    beside: `its recording: ${ms(median(recordMs))}`,
    value: median(foldMs.map((each, round) => each / (recordMs[round] as number))),
    bar: { atMost: 0.3 },
  }
}
