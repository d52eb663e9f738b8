import { migrateToLatest, openDatabases } from '#server/database/databases.ts'
import { createDatabase, EMPTY_DATABASE } from '#server/testing/database.ts'
import { startCluster } from './cluster.ts'

export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_POSTGRES'] !== undefined) return async () => {}
  const cluster = await startCluster()
  process.env['TEST_POSTGRES'] = cluster.url
  const databases = await openDatabases({ postgres: await createDatabase(cluster.url, { name: EMPTY_DATABASE }) })
  await migrateToLatest(databases.writer)
  await databases.close()
  return cluster.stop
}
