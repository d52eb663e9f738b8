import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'
import { passwordForm } from '#shared/auth/password-form.ts'

export type PasswordJob = { password: string; rounds: number } | { password: string; hash: string }

/** bcrypt reads only 72 bytes; the digest covers every character of a longer password. */
const digest = (password: string) => createHash('sha256').update(password, 'utf8').digest('base64')

/** Earlier versions hashed the password as it was typed. */
const matches = (typed: string, hash: string) =>
  [...new Set([passwordForm(typed), typed])].some((password) => bcrypt.compareSync(digest(password), hash))

parentPort?.on('message', (job: PasswordJob) => {
  const outcome =
    'hash' in job ? matches(job.password, job.hash) : bcrypt.hashSync(digest(passwordForm(job.password)), job.rounds)
  parentPort?.postMessage(outcome satisfies string | boolean)
})
