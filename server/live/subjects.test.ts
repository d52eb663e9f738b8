import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../database/tables.ts'
import { projectListSubject } from './subjects.ts'

/** A database whose answers the test controls. */
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

test('a project list is changed by its own projects, and by any project while it is read', async () => {
  const { db, answers } = answeredByHand()
  const subject = projectListSubject(db, { userId: 'tess', projectIds: null })
  const changedBy = (projectId: string) => subject.changedBy({ kind: 'project', projectId }) !== undefined
  const read = subject.read(null)
  await expect.poll(() => answers.length).toBe(1)
  expect(changedBy('new')).toBe(true)
  answers[0]?.(['old'])
  await read
  expect([changedBy('old'), changedBy('new')]).toEqual([true, false])
  expect(subject.changedBy({ kind: 'member', projectId: 'new', userId: 'tess' })).toEqual([])
})
