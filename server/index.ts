import { pino } from 'pino'
import { readConfig, StartError } from './config.ts'
import { DatabaseLost } from './database/database-lost.ts'
import { openDatabases } from './database/databases.ts'
import { asStorageFailure, StorageFailed } from './database/storage-failed.ts'
import { pathPrefix } from './http/path-prefix.ts'
import { startServer } from './start.ts'

/** Characters that wait for a log that cannot be written for a while. */
const LOG_BACKLOG = 1_000_000

try {
  const config = readConfig(process.env)
  const stderr = pino.destination({ dest: 2, sync: true, maxLength: LOG_BACKLOG })
  // A full disk, or a terminal that was closed, must not end the server.
  stderr.on('error', () => {})
  const log = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, stderr)
  const databases = await openDatabases(config.DATABASE_URL, {
    connections: config.DATABASE_POOL,
    onLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  })
  const server = await startServer({ config, databases, log })
  let isStopping = false
  // Not `once`: the same signal may come twice, from a terminal and from the launcher, and the second would end it at once.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      log.info({ signal }, 'stopping')
      void server.stop().then(() => process.exit(0))
    })
  // A start leaves 30 MiB of heap behind, which a server with few calls would keep. Only with --expose-gc.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  console.log(`Assay is ready at ${server.url}${pathPrefix(config)}`)
} catch (error) {
  const failure = asStorageFailure(error)
  const isDatabase = failure instanceof StorageFailed || failure instanceof DatabaseLost
  if (!isDatabase && !(failure instanceof StartError)) throw error
  console.error(`Assay cannot start. ${isDatabase ? 'DATABASE_URL: ' : ''}${failure.message}`)
  process.exit(1)
}
