import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

/* Copies the write-ahead log of a SQLite file into the file after a long write, without blocking other connections. */

const database = new SqliteDatabase(workerData as string)
database.pragma('wal_checkpoint(PASSIVE)')
database.close()
