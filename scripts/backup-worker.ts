import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { checkIntegrity } from './database-file.ts'

/* Copies a consistent snapshot of the database into a new file and checks the copy. */

const { file, draft } = workerData as { file: string; draft: string }
const source = new SqliteDatabase(file, { readonly: true })
source.prepare('vacuum into ?').run(draft)
source.close()
const copy = new SqliteDatabase(draft, { readonly: true })
checkIntegrity(copy)
copy.close()
