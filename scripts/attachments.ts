import { existsSync } from 'node:fs'
import { pino } from 'pino'
import type { Bucket } from '#server/attachments/bucket/bucket.ts'
import { moveAttachments, otherPlace, type Moved } from '#server/attachments/bucket/move.ts'
import { countKept } from '#server/attachments/bucket/move.repository.ts'
import { openBucket } from '#server/attachments/bucket/open-bucket.ts'
import { readConfig, StartError } from '#server/config.ts'
import { openDatabases } from '#server/database/databases.ts'
import { Writer } from '#server/database/writer.ts'
import { formatCount, formatNumber } from '#shared/format.ts'
import { fail } from './fail.ts'

/* Moves attachments between the database and a bucket, also beside running servers: npm run attachments -- move */

const USAGE = `npm run attachments -- move
  move  moves all attachments to where ATTACHMENT_STORE says that new ones go: to its bucket, or from the bucket of
        ATTACHMENT_STORE_FORMER to the database`

const TELL_EVERY = 100
const MB = 1024 * 1024

const [command, ...more] = process.argv.slice(2)
if (command !== 'move' || more.length > 0) fail(USAGE, 2)
const config = readVariables()
const { DATABASE_URL: address } = config
const isBucketKnown = config.ATTACHMENT_STORE !== 'database' || config.ATTACHMENT_STORE_FORMER !== undefined
if (!isBucketKnown) fail('Neither ATTACHMENT_STORE nor ATTACHMENT_STORE_FORMER names a bucket', 2)
if ('file' in address && !existsSync(address.file)) fail(`There is no database at ${address.file}`)
const databases = await openDatabases(address, { connections: 5 }).catch((error: Error) => fail(error.message))
await move().catch((error: Error) => fail(`The move stopped: ${reasonOf(error)}. Run it again to go on`))
await databases.close()

async function move(): Promise<void> {
  const bucket = (await openBucket(config, pino({ level: 'silent' }))) as Bucket
  const from = otherPlace(bucket)
  const to = from === 'database' ? 'bucket' : 'database'
  const all = await countKept(databases.reader, from)
  console.log(`${formatCount(all.files, 'attachment')}, ${formatMb(all.bytes)}, to move to the ${to}`)
  const writer = new Writer(databases.writer, databases)
  const services = { db: databases.reader, write: writer.write.bind(writer), bucket }
  const { files, bytes, skipped } = await moveAttachments(services, (moved) => tell(moved, all.files))
  console.log(`Moved ${formatCount(files, 'attachment')}, ${formatMb(bytes)}, to the ${to}`)
  if (skipped > 0)
    console.log(
      `${formatCount(skipped, 'attachment')} stayed: deleted meanwhile, not whole, or left by an interrupted move. ` +
        'Run this again in two hours, with a server running',
    )
}

function tell({ files, skipped }: Moved, of: number): void {
  const done = files + skipped
  if (done % TELL_EVERY === 0) console.log(`${formatNumber(done)} of ${formatNumber(of)}`)
}

function formatMb(bytes: number): string {
  return `${formatNumber(Math.ceil(bytes / MB))} MB`
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

function readVariables() {
  try {
    return readConfig(process.env)
  } catch (error) {
    return fail(error instanceof StartError ? error.message : String(error), 2)
  }
}
