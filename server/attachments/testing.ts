import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

/** How many attachments there are, and how many chunks of them. */
export const countStored = async (db: Db): Promise<[number, number]> => [
  await countRows(db.selectFrom('attachments')),
  await countRows(db.selectFrom('attachment_chunks')),
]
