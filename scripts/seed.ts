import { readConfig, StartError } from '#server/config.ts'
import { openDatabases } from '#server/database/databases.ts'
import { type RunningServer, startServer } from '#server/start.ts'
import { hasNoUsers } from '#server/users/users.repository.ts'
import { pino } from 'pino'
import { withClock } from './seed/clock.ts'
import { PASSWORD, seed } from './seed/demo.ts'

/* Fills an empty database with a demo over REST and prints how to sign in. */

try {
  const config = {
    ...readConfig(process.env),
    PORT: 0,
    HOST: '127.0.0.1',
    ADMIN_EMAIL: undefined,
    SIGN_IN_MAX_FAILURES: 10,
  }
  const server = await startServer({
    config,
    databases: await openDatabases(config.DATABASE_URL),
    log: pino({ level: 'error' }),
  })
  const done = await seedEmpty(server).finally(() => server.close())
  console.log(`\n${done.projects} projects, ${done.suites} suites, ${done.cases} cases and ${done.runs} runs`)
  console.log(`Sign in as ${done.emails.join(', ')} with the password "${PASSWORD}"`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function seedEmpty({ url, services }: RunningServer) {
  if (!(await hasNoUsers(services.db)))
    throw new StartError('DATABASE_URL: this database has users; the demo needs an empty one')
  return await withClock(async (clock) => await seed(url, (line) => console.log(line), clock))
}
