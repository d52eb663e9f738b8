import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { openDatabases } from '#server/db.ts'
import { startServer } from '#server/server.ts'

/* The product on a database file: `assay.ts FILE`. */

const [file = ''] = process.argv.slice(2)
const config = readConfig({ PORT: '0', DATABASE_URL: `file:${file}`, JWT_SECRET: 'for benchmarks only', LOG_LEVEL: 'info' })
const log = pino({ level: 'info' }, pino.destination(2))
const server = await startServer({ config, databases: await openDatabases(config.DATABASE_URL), log })
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
process.send?.({ url: server.url })
