import { randomUUID } from 'node:crypto'
import type { Touched } from './changes.ts'
import type { Db } from './databases.ts'
import { type Param, prepared } from './prepared.ts'

type Renewal = { id: string; version: string }

/**
 * Gives projects and runs a new version, which identifies their content in caches: projects first, each sorted by id.
 * Random text and not a count: a restored database would reach the same count with other content.
 */
export async function renewVersions(db: Db, { projects, testRuns }: Touched): Promise<void> {
  if (projects.length + testRuns.length === 0) return
  const version = randomUUID()
  for (const id of projects) await renewProject(db, { id, version })
  for (const id of testRuns) await renewRun(db, { id, version })
}

const renewProject = prepared((db, param: Param<Renewal>) =>
  db
    .updateTable('projects')
    .set({ version: param('version') })
    .where('id', '=', param('id')),
)

const renewRun = prepared((db, param: Param<Renewal>) =>
  db
    .updateTable('test_runs')
    .set({ version: param('version') })
    .where('id', '=', param('id')),
)

/** Undefined for a deleted project. */
export async function versionOfProject(db: Db, id: string): Promise<string | undefined> {
  return (await projectVersion(db, { id }))[0]?.version
}

/** Undefined for a deleted run. */
export async function versionOfRun(db: Db, id: string): Promise<string | undefined> {
  return (await runVersion(db, { id }))[0]?.version
}

const projectVersion = prepared((db, param: Param<{ id: string }>) =>
  db.selectFrom('projects').select('version').where('id', '=', param('id')),
)

const runVersion = prepared((db, param: Param<{ id: string }>) =>
  db.selectFrom('test_runs').select('version').where('id', '=', param('id')),
)
