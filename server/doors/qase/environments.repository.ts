import { invalidField } from '#shared/errors.ts'
import type { Authorized } from '../../authorize.ts'
import type { Db } from '../../database/databases.ts'
import type { ProjectRow } from '../../projects/projects.repository.ts'

export type NumberedEnvironment = { number: number; environment: string }

/** A project has a handful. */
const MAX = 1_000

export async function listEnvironments(
  db: Db,
  projectId: string,
  environment?: string,
): Promise<NumberedEnvironment[]> {
  const all = db.selectFrom('environment_numbers').select(['number', 'environment']).where('project_id', '=', projectId)
  const some = environment === undefined ? all : all.where('environment', '=', environment)
  return await some.orderBy('number').limit(MAX).execute()
}

export async function findEnvironment(db: Db, projectId: string, number: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('environment_numbers')
    .select('environment')
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.environment
}

/** Gives an environment the next number. Lock the project first. */
export async function numberEnvironment(
  db: Db,
  { id: project_id }: Authorized<ProjectRow, 'run.start'>,
  environment: string,
): Promise<NumberedEnvironment> {
  const all = db.selectFrom('environment_numbers').where('project_id', '=', project_id)
  const { last } = await all.select((eb) => eb.fn.max('number').as('last')).executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  if (number > MAX) throw invalidField('slug', `A project has at most ${MAX} environments`)
  await db.insertInto('environment_numbers').values({ project_id, number, environment }).execute()
  return { number, environment }
}
