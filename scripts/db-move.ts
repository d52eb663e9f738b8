import { type Addresses, readAddresses } from './db-move/arguments.ts'
import type { Beginning } from './db-move/claim.ts'
import { move, type Moved } from './db-move/move.ts'
import { rowsIn } from './db-move/progress.ts'
import { openSource, type Source } from './db-move/source.ts'
import { openTarget, type Target } from './db-move/target.ts'
import { fail } from './fail.ts'

/* Moves an installation from SQLite to PostgreSQL: npm run db:move -- --from file:PATH --to postgres://… */

const USAGE = `npm run db:move -- --from file:PATH --to postgres://USER:PASSWORD@HOST/NAME
  --from  the SQLite file; no server may use it, and it stays unchanged
  --to    an empty PostgreSQL database, or one with an interrupted move of this file`

const CONTINUE = 'run the same command again to continue'

let isUnderWay = false
const { file, postgres } = readArguments()
try {
  await moveInstallation()
} catch (error) {
  abort((error as Error).message)
}

function readArguments(): Addresses {
  try {
    return readAddresses(process.argv.slice(2))
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`, 2)
  }
}

async function moveInstallation(): Promise<void> {
  console.log(`Checking ${file} …`)
  const source = await openSource(file)
  // Only now: the check of a large file blocks signal handlers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort('stopped'))
  const target = await openTarget(postgres)
  const moved = await move(source, target, (beginning) => {
    isUnderWay = true
    reportBeginning(beginning)
  })
  const { filesInBucket } = source
  source.close()
  await target.close()
  reportResult(source, target, { ...moved, filesInBucket })
}

function reportBeginning(beginning: Beginning): void {
  if (beginning === 'resumed') console.log('Resuming the interrupted move')
  if (beginning === 'restarted') console.log('The file has changed since the interrupted move: starting over')
}

function reportResult(
  source: Source,
  target: Target,
  { rows, replaced, differences, filesInBucket }: Moved & { filesInBucket: number },
): void {
  if (differences.length > 0)
    fail(
      [
        ...differences,
        `${target.name} is not the same as ${file}, and no server starts on it; empty it, and move again`,
      ].join('\n'),
    )
  if (replaced > 0)
    console.log(`PostgreSQL cannot store NUL characters: ${replaced.toLocaleString('en')} became U+FFFD`)
  const secret = source.hasSecret
    ? 'everybody stays signed in'
    : 'the file has no jwt-secret in its folder, so set JWT_SECRET as before, or everybody has to sign in again'
  console.log(
    `Moved ${rowsIn(rows)} in ${source.tables.length} tables from ${file} to ${target.name}, and compared each of them; ${secret}`,
  )
  if (filesInBucket > 0)
    console.log(
      `Attachments in the bucket (${filesInBucket.toLocaleString('en')}) stay there: keep ATTACHMENT_STORE and the S3 keys`,
    )
  console.log(`Start the server on it with DATABASE_URL=${target.name}`)
}

function abort(message: string): never {
  const reason = message.replace(/^DATABASE_URL/, '--to')
  return fail(isUnderWay ? `The move is not finished: ${reason}; ${CONTINUE}` : `Nothing was moved: ${reason}`)
}
