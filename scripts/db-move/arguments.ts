import { parseArgs } from 'node:util'
import { type DatabaseAddress, readConfig, StartError } from '#server/config.ts'

export type Addresses = { file: string; postgres: string }

/** Parses --from and --to. Throws with the reason if they are invalid. */
export function readAddresses(args: string[]): Addresses {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
  const from = addressOf('--from', values.from)
  const to = addressOf('--to', values.to)
  if (!('file' in from)) throw new Error('--from: must be a SQLite file, file:PATH')
  if (!('postgres' in to)) throw new Error('--to: must be a PostgreSQL database, postgres://USER:PASSWORD@HOST/NAME')
  return { ...from, ...to }
}

function addressOf(flag: string, url: string | undefined): DatabaseAddress {
  if (!url) throw new Error(`${flag} is missing`)
  try {
    return readConfig({ DATABASE_URL: url }).DATABASE_URL
  } catch (error) {
    if (error instanceof StartError) throw new Error(error.message.replace('DATABASE_URL', flag), { cause: error })
    throw error
  }
}
