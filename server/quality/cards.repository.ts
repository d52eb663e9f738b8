import { sql, type SqlBool } from 'kysely'
import type { Db } from '../database/databases.ts'
import { idRows, jsonRows } from '../database/dialect.ts'
import { type Param, prepared, type Values } from '../database/prepared.ts'
import { selectFlaky, type Since } from './health.repository.ts'
import { selectWaiting } from './waiting.repository.ts'
import { selectEnded, selectLost, selectNewest, WINDOW } from './window.repository.ts'

/* What the cards of projects show. One query reads all of them: many small ones would take longer. */

type OfProjects = { projectIds: string[] }

const EACH_PROJECT = sql<string>`asked.id`

/** The parameters of a query of one project, as a part of a query of several. */
function ofEach<P extends Values>(param: Param<Omit<P, 'projectId' | 'limit'>>, limit?: number): Param<P> {
  return ((name) => (name === 'projectId' ? EACH_PROJECT : name === 'limit' ? limit : param(name as never))) as Param<P>
}

const selectAsked = (db: Db, param: Param<OfProjects>) => db.selectFrom(idRows(db, param('projectIds')).as('asked'))

/** Those of the projects with something to fold; see `isDone`. */
export async function listUnfolded(db: Db, projectIds: string[]): Promise<string[]> {
  return (await unfolded(db, { projectIds })).map(({ id }) => id)
}

const unfolded = prepared((db, param: Param<OfProjects>) => {
  const window = selectNewest(db, ofEach(param, WINDOW)).select(['id', 'version', 'branch', 'environment']).as('run')
  const changed = db
    .selectFrom(window)
    .leftJoin('folded_runs as folded', 'folded.test_run_id', 'run.id')
    .where((eb) =>
      eb.or([
        ...(['version', 'branch', 'environment'] as const).map((fact) =>
          eb(`folded.${fact}`, 'is distinct from', eb.ref(`run.${fact}`)),
        ),
        eb('folded.new_failures', 'is', null),
      ]),
    )
  const folded = db.selectFrom('folded_runs').where('project_id', '=', EACH_PROJECT)
  return selectAsked(db, param)
    .select('asked.id')
    .where((eb) =>
      eb.or([
        eb.exists(changed.select('run.id')),
        eb(
          db.selectFrom(window).select((run) => run.fn.countAll().as('count')),
          '<>',
          folded.select((run) => run.fn.countAll().as('count')),
        ),
        eb.exists(selectLost(db, ofEach(param))),
      ]),
    )
})

type CardHead = { projectId: string; ended: string[]; newest: string | null; flaky: number; waiting: number }

type Asked = OfProjects & Omit<Since, 'projectId'> & { userId: string; runs: number }

export async function listCardHeads(db: Db, asked: Asked): Promise<Map<string, CardHead>> {
  const rows = await cardHeads(db, asked)
  return new Map(
    rows.map((row) => {
      const ended = (JSON.parse(row.ended) as [string][]).map(([id]) => id).toSorted()
      return [row.projectId, { ...row, ended: ended.toReversed() }]
    }),
  )
}

const cardHeads = prepared((db, param: Param<Asked>) => {
  const ended = selectEnded(db, ofEach(param, param('runs'))).select('id')
  const flaky = selectFlaky(db, ofEach(param)).where(
    sql<SqlBool>`not exists (
      select 1 from quarantined_test_cases as known where known.test_case_id = test_case_health.test_case_id)`,
  )
  return selectAsked(db, param).select(({ fn }) => [
    sql<string>`asked.id`.as('projectId'),
    jsonRows(db, ['run.id'], db.selectFrom(ended.as('run'))).as('ended'),
    selectNewest(db, ofEach(param, 1)).select('id').as('newest'),
    sql<number>`${flaky.select(fn.countAll().as('count'))}`.as('flaky'),
    sql<number>`${selectWaiting(db, ofEach(param)).select(fn.countAll().as('count'))}`.as('waiting'),
  ])
})
