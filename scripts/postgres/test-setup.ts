import { migrateToLatest, openDatabases } from '#server/db.ts'
import { createDatabase, EMPTY_DATABASE } from '#server/testing-database.ts'
import { startCluster } from './cluster.ts'

/** Starts the PostgreSQL that the tests of this project run on, with an empty database to copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  process.env['TEST_POSTGRES'] = cluster.url
  const databases = await openDatabases({ postgres: await createDatabase(cluster.url, { name: EMPTY_DATABASE }) })
  await migrateToLatest(databases.writer)
  await databases.close()
  return cluster.stop
}
