import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

/* Brings what a long write left in the log of a SQLite file into the file, beside those who work on. */

const database = new SqliteDatabase(workerData as string)
database.pragma('wal_checkpoint(PASSIVE)')
database.close()
