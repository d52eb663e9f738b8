import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import { type Db, openDatabases } from '../database/databases.ts'
import { testDatabase } from './database.ts'
import { request, ServerProcess } from './process.ts'

const LOOK_MS = 1

/** The maximum number of servers that may miss a stage: on a busy machine, a poll may come too late. */
const TRIES = 5

export type ServerToKill = Awaited<ReturnType<typeof serverToKill>>

/**
 * Begins work on a new server and kills it at a stage of this work. If the work ends before the stage is seen, or
 * `wasStage` finds the stage over after the kill, it starts again on another server. Call `remove` of the returned
 * server afterwards.
 */
export async function killedAt<W extends { answered: Promise<unknown> }>(
  isStage: (server: ServerToKill) => Promise<boolean>,
  begin: (server: ServerToKill) => Promise<W>,
  variables: Record<string, string> = {},
  wasStage: (server: ServerToKill) => Promise<boolean> = async () => true,
): Promise<W & { server: ServerToKill }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const server = await serverToKill(variables)
    const begun = await begin(server)
    if ((await server.killAt(() => isStage(server), begun.answered)) && (await wasStage(server)))
      return { ...begun, server }
    await server.remove()
  }
  throw new Error('The work was never killed at this stage')
}

export async function serverToKill(variables: Record<string, string> = {}) {
  const database = await testDatabase({ isMigrated: true })
  const address = readConfig({ DATABASE_URL: database.url }).DATABASE_URL
  const databases = await openDatabases(address)
  const probe = 'file' in address ? new SqliteDatabase(address.file, { timeout: 0 }) : undefined
  const environment = {
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret for tests only, 32 long',
    LOG_LEVEL: 'fatal',
    OUTGOING_ALLOW: '127.0.0.1',
    ...variables,
  }
  let server = new ServerProcess(environment)
  let url = await server.ready()
  const ada = { email: 'a@example.com', password: 'secret', name: 'Ada' }
  const { accessToken } = (await request(url, 'POST', '/auth/sign-up', ada)).body

  return {
    db: databases.writer,
    databaseUrl: database.url,

    call: async (method: string, path: string, body?: unknown) => await request(url, method, path, body, accessToken),

    /** Resolves to undefined if the server was killed before it answered. */
    upload: async (projectId: string, report: string) =>
      await fetch(`${url}/api/test-runs/project/${projectId}/report?run=large`, {
        method: 'PUT',
        body: report,
        headers: { authorization: `Bearer ${accessToken}` },
      }).then(
        async (response) => ({ status: response.status, body: await response.json() }),
        () => undefined,
      ),

    /** Attaches a file to the result or the case at a path. Resolves to undefined if the server was killed. */
    attach: async (path: string, bytes: Uint8Array) =>
      await fetch(`${url}/api${path}/attachments?name=file`, {
        method: 'POST',
        body: Buffer.from(bytes),
        headers: { authorization: `Bearer ${accessToken}` },
      }).then(
        async (response) => ({ status: response.status, body: await response.json() }),
        () => undefined,
      ),

    bytesOf: async (id: string) => {
      const headers = { authorization: `Bearer ${accessToken}` }
      const answer = await fetch(`${url}/api/attachments/${id}`, { headers })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    },

    /** Kills the server some milliseconds after the start of `work`, and waits for its end. */
    async killAfter(ms: number, work: Promise<unknown>): Promise<void> {
      await pause(ms)
      await server.kill('SIGKILL')
      await work
    },

    /** Whether a write transaction is open. */
    isWriting: async () => (probe ? isBusy(probe) : await hasLocks(databases.reader)),

    /** Kills the server as soon as `work` reaches this stage. Returns false if `work` ends before. */
    async killAt(isStage: () => Promise<boolean>, work: Promise<unknown>): Promise<boolean> {
      let isDone = false
      const noteEnd = () => (isDone = true)
      void work.then(noteEnd, noteEnd)
      for (;;) {
        const wasDone = isDone
        if (await isStage()) break
        if (wasDone) return false
        await pause(LOOK_MS)
      }
      await server.kill('SIGKILL')
      // PostgreSQL notices later that the server is gone.
      if (!probe) while (await hasLocks(databases.reader)) await pause(LOOK_MS)
      return true
    },

    async restart(): Promise<void> {
      server = new ServerProcess(environment)
      url = await server.ready()
    },

    async remove(): Promise<void> {
      await server.kill('SIGKILL')
      probe?.close()
      await databases.close()
      await database.remove()
    },
  }
}

function isBusy(database: SqliteDatabase.Database): boolean {
  try {
    database.exec('begin immediate; rollback')
    return false
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return true
    throw error
  }
}

/** On PostgreSQL each write of a project holds an advisory lock. */
async function hasLocks(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and granted and database =
    (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}
