import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { openDatabases } from '#server/database/databases.ts'
import { startServer } from '#server/start.ts'

/* Starts the product: `assay.ts FILE` or `assay.ts DATABASE_URL`. */

const [database = ''] = process.argv.slice(2)
const DATABASE_URL = /^\w+:/.test(database) ? database : `file:${database}`
const config = readConfig({
  PORT: '0',
  DATABASE_URL,
  JWT_SECRET: 'for benchmarks only, 32 characters',
  LOG_LEVEL: 'info',
})
const log = pino({ level: 'info' }, pino.destination(2))
const server = await startServer({ config, databases: await openDatabases(config.DATABASE_URL), log })
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
process.send?.({ url: server.url })
