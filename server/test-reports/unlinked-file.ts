import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { draftIn } from '../database/draft-files.ts'

/**
 * The file is unlinked while open, so nothing is left when the process ends. If it is killed just before, the next start
 * removes the empty file.
 */
export async function openUnlinked(): Promise<FileHandle> {
  const path = draftIn(tmpdir())
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}
