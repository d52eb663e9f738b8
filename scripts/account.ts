import { existsSync } from 'node:fs'
import { resetAccount } from '#server/admin/reset-account.ts'
import { readConfig, StartError } from '#server/config.ts'
import { openDatabases } from '#server/database/databases.ts'
import { fail } from './fail.ts'

/* Lets an administrator in again who lost the second factor, if there is no other one. Also beside a running server. */

const USAGE = `npm run account -- reset EMAIL
  reset  removes the second factors of a user, ends all of their sign-ins, and gives a temporary password`

const [command, email, ...more] = process.argv.slice(2)
if (command !== 'reset' || email === undefined || more.length > 0) fail(USAGE, 2)
const config = readVariables()
const { DATABASE_URL: address } = config
if ('file' in address && !existsSync(address.file)) fail(`There is no database at ${address.file}`)
const databases = await openDatabases(address, { connections: 2 }).catch((error: Error) => fail(error.message))
const reset = await resetAccount(databases, config, email).catch((error: Error) => fail(error.message))
await databases.close()
if (!reset) fail(`There is no user with the email ${email}`)
console.log(`${reset.name} has no second factor any more, and is signed out everywhere`)
console.log(`Temporary password, which must be changed at the first sign-in within 7 days: ${reset.tempPassword}`)

function readVariables() {
  try {
    return readConfig(process.env)
  } catch (error) {
    return fail(error instanceof StartError ? error.message : String(error), 2)
  }
}
