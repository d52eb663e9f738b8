import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

export type PasswordJob =
  { id: number; password: string; rounds: number } | { id: number; password: string; hash: string }
export type PasswordOutcome = { id: number; outcome: string | boolean }

/** bcrypt reads only 72 bytes; the digest covers every character of a longer password. */
const digest = (password: string) => createHash('sha256').update(password, 'utf8').digest('base64')

parentPort?.on('message', (job: PasswordJob) => {
  const outcome =
    'hash' in job
      ? bcrypt.compareSync(digest(job.password), job.hash)
      : bcrypt.hashSync(digest(job.password), job.rounds)
  parentPort?.postMessage({ id: job.id, outcome } satisfies PasswordOutcome)
})
