import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Tables } from '../database/tables.ts'
import { Live } from './live.ts'
import { openProjectListTopic } from './project-list-topic.ts'

/** A database of many connections whose answers the test gives, in any order. */
function answeredByHand() {
  const answers: ((projectIds: string[]) => void)[] = []
  class Driver extends DummyDriver {
    override async acquireConnection() {
      const executeQuery = async () =>
        await new Promise<{ rows: any[] }>((resolve) =>
          answers.push((ids) => resolve({ rows: ids.map((project_id) => ({ project_id })) })),
        )
      return { ...(await super.acquireConnection()), executeQuery }
    }
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (its) => new PostgresIntrospector(its),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, answers }
}

test('an answer that comes late does not bring the projects of before back', async () => {
  const { db, answers } = answeredByHand()
  const live = new Live(db, pino({ level: 'silent' }))
  const { topic, stop } = openProjectListTopic(live, 'tess')
  const watcher = topic.join()
  const reads = [topic.source.first(), topic.source.read(null)]
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(['old', 'new'])
  answers[0]?.(['old'])
  await Promise.all(reads)
  live.publish([{ kind: 'project', projectId: 'new' }])
  const told = watcher.next()
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.(['old', 'new'])
  expect((await told)?.message).toEqual({ type: 'stale' })
  stop()
})
