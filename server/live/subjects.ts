import { setTimeout as pause } from 'node:timers/promises'
import {
  LIVE_VIEWERS_MAX,
  type NoticesMessage,
  type ProjectListMessage,
  type ProjectMessage,
} from '#shared/live/live.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Memberships } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { countUnread } from '../notices/notices.repository.ts'
import { listProjectIdsOfUser } from '../projects/projects.repository.ts'
import { versionOfRun } from '../database/versions.ts'
import { type ReadableProject, readLiveRun, readNames, readRecentRuns } from './reads.ts'
import type { Subject } from './topic.ts'
import type { Viewers } from './viewers.ts'

const RUN_PACE = { delayMs: 40, spacingMs: 350 }
const SETTLED_PACE = { delayMs: 500, spacingMs: 500 }
/** How long a run may take to send the results of a version. */
const SETTLED_MS = 2_000
const PROJECT_LIST_PACE = { delayMs: 40, spacingMs: 1_000 }

/** The maximum of a message. Beyond it the state of the run is sent, and pages read the results. */
const MESSAGE_CHARACTERS = 200_000

export function runSubject(db: Db, project: ReadableProject, testRunId: string): Subject<ProjectMessage> {
  const readState = async (): Promise<ProjectMessage> => {
    // Read first: a change between both reads is sent, but may be missing in the version.
    const version = await versionOfRun(db, testRunId)
    const found = await readLiveRun(db, project, testRunId)
    return found && version ? { type: 'run', run: found.run, version } : { type: 'run deleted' }
  }
  return {
    key: `run ${project.id} ${testRunId}`,
    pace: RUN_PACE,
    listenTo: [`run:${testRunId}`, `names:${project.id}`],
    changedBy: (event) => (event.kind === 'results' ? event.resultIds : event.kind === 'names' ? null : []),
    read: async (resultIds) => {
      if (resultIds === null) return await readState()
      const found = await readLiveRun(db, project, testRunId, resultIds)
      if (!found) return { type: 'run deleted' }
      const characters = found.results.reduce((sum, result) => sum + charactersOf(result), 0)
      return characters > MESSAGE_CHARACTERS ? await readState() : { type: 'results', ...found }
    },
  }
}

/** The version by which a reconnecting page detects missed changes. Sent after the results of the version. */
export function settledSubject(db: Db, testRunId: string): Subject<ProjectMessage> {
  return {
    key: `settled ${testRunId}`,
    pace: SETTLED_PACE,
    listenTo: [`run:${testRunId}`],
    changedBy: () => [],
    read: async () => {
      const version = (await versionOfRun(db, testRunId)) ?? null
      await pause(SETTLED_MS)
      return { type: 'settled', version }
    },
  }
}

export function runListSubject(db: Db, project: ReadableProject): Subject<ProjectMessage> {
  /** Undefined during a read, when any run may be in the list. */
  let listed: Set<string> | undefined
  return {
    key: `runs ${project.id}`,
    pace: RUN_PACE,
    listenTo: [`runs:${project.id}`, `names:${project.id}`, 'results'],
    changedBy: (event) => (event.kind === 'results' && listed && !listed.has(event.testRunId) ? undefined : []),
    read: async () => {
      listed = undefined
      const runs = await readRecentRuns(db, project)
      listed = new Set(runs.map(({ id }) => id))
      return { type: 'runs', runs }
    },
  }
}

export function viewersSubject(
  db: Db,
  viewers: Viewers,
  { projectId, testRunId }: { projectId: string; testRunId: string },
): Subject<ProjectMessage> {
  return {
    key: `viewers ${testRunId}`,
    pace: RUN_PACE,
    listenTo: [`viewers:${testRunId}`, `names:${projectId}`],
    changedBy: () => [],
    read: async () => {
      const all = viewers.of(testRunId)
      const present = await readNames(db, all.slice(0, LIVE_VIEWERS_MAX))
      return { type: 'viewers', viewers: present, count: all.length }
    },
  }
}

/** How many notices of the user are unread. */
export function noticesSubject(db: Db, userId: string): Subject<NoticesMessage> {
  return {
    key: `notices ${userId}`,
    pace: PROJECT_LIST_PACE,
    listenTo: [`notices:${userId}`],
    changedBy: () => [],
    read: async () => ({ type: 'notices', unread: await countUnread(db, userId) }),
  }
}

export function projectListSubject(db: Db, memberships: Memberships): Subject<ProjectListMessage> {
  const { userId, projectIds } = memberships
  /** Undefined during a read, when any project may be in the list. */
  let listed: Set<string> | undefined
  return {
    key: `projects ${userId} ${projectIds ?? ''}`,
    pace: PROJECT_LIST_PACE,
    listenTo: ['projects'],
    changedBy: (event) => {
      const isListed = 'projectId' in event && (listed?.has(event.projectId) ?? true)
      const isMine = event.kind === 'member' && event.userId === userId
      return isListed || isMine ? [] : undefined
    },
    read: async () => {
      listed = undefined
      listed = new Set(await listProjectIdsOfUser(db, memberships))
      return { type: 'projects' }
    },
  }
}

function charactersOf({ testCase, steps, ...result }: TestResult): number {
  const texts = [testCase, result, ...steps].flatMap((part): unknown[] => Object.values(part))
  return texts.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}
