import { pino } from 'pino'
import { PasswordThreads } from '#server/auth/password-threads.ts'
import { Passwords } from '#server/auth/passwords.ts'
import { readConfig } from '#server/config.ts'
import { openDatabases } from '#server/database/databases.ts'
import { startServer } from '#server/start.ts'

/* Starts the product: `assay.ts FILE` or `assay.ts DATABASE_URL`. BENCH_PASSWORD_THREADS limits the threads that hash. */

const [database = ''] = process.argv.slice(2)
const DATABASE_URL = /^\w+:/.test(database) ? database : `file:${database}`
const config = readConfig({
  PORT: '0',
  DATABASE_URL,
  JWT_SECRET: 'for benchmarks only, 32 characters',
  LOG_LEVEL: 'info',
})
const { BENCH_PASSWORD_THREADS: threads } = process.env
const server = await startServer({
  config,
  databases: await openDatabases(config.DATABASE_URL),
  log: pino({ level: 'info' }, pino.destination(2)),
  ...(threads && { passwords: new Passwords(10, new PasswordThreads(Number(threads))) }),
})
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
process.send?.({ url: server.url })
