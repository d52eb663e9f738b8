import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

const database = new SqliteDatabase(workerData as string, { fileMustExist: true })
database.pragma('synchronous = FULL')

parentPort?.on('message', () => {
  database.pragma('wal_checkpoint(passive)')
  parentPort?.postMessage('done')
})
