import { existsSync } from 'node:fs'
import { verifyAudit } from '#server/audit/verify.ts'
import { readConfig, StartError } from '#server/config.ts'
import { openDatabases } from '#server/database/databases.ts'
import { formatCount } from '#shared/format.ts'
import { fail } from './fail.ts'

/* Checks the audit log of the database of DATABASE_URL, also beside a running server: npm run audit -- verify */

const USAGE = `npm run audit -- verify
  verify  compare all events with their seals, and name the first wrong, missing or late row`

const [command, ...more] = process.argv.slice(2)
if (command !== 'verify' || more.length > 0) fail(USAGE, 2)
const address = readAddress()
if ('file' in address && !existsSync(address.file)) fail(`There is no database at ${address.file}`)
const databases = await openDatabases(address, { connections: 2 }).catch((error: Error) => fail(error.message))
const verdict = await verifyAudit(databases.reader).catch((error: Error) =>
  fail(`The audit log cannot be read: ${error.message}`),
)
await databases.close()
if ('problem' in verdict) fail(`The audit log was tampered with. ${verdict.problem}`)
const { events, seals, unsealed, last } = verdict
console.log(
  `The audit log is whole: ${formatCount(events, 'event')} under ${formatCount(seals, 'seal')}, ` +
    `${formatCount(unsealed, 'event')} not sealed yet`,
)
if (last) console.log(`The last seal is ${last.number}, ${last.hash}: the log of the server has it, too`)

function readAddress() {
  try {
    return readConfig(process.env).DATABASE_URL
  } catch (error) {
    return fail(error instanceof StartError ? error.message : String(error), 2)
  }
}
