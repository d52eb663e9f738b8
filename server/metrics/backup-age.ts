import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Drafts of backups that are being made, or were killed. */
const UNFINISHED = /^\.|\.part$/

/** The seconds since the newest file of a folder was written. Without a file, there was never a backup: infinite. */
export async function backupAge(folder: string): Promise<number> {
  let newest = Number.NEGATIVE_INFINITY
  for (const name of await readdir(folder))
    if (!UNFINISHED.test(name)) newest = Math.max(newest, (await stat(join(folder, name))).mtimeMs)
  return (Date.now() - newest) / 1000
}
