import { deleteReported } from '../attachments/arriving.repository.ts'
import type { Services } from '../context.ts'
import { deleteParts } from './report-parts.repository.ts'

/** Parts to delete in one transaction. */
const BATCH = 50

/** Removes the parts and the files of a report in short transactions. */
export async function removeParts(write: Services['write'], reportId: string): Promise<void> {
  while (await write(null, (db) => deleteParts(db, reportId, BATCH)));
  while (await write(null, (db) => deleteReported(db, reportId)));
}
