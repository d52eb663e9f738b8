import type { Logger } from 'pino'
import type { ProjectListMessage, RunListMessage, RunMessage } from '#shared/live/live.ts'
import type { Db } from '../database/databases.ts'
import { Bus } from './bus.ts'
import type { Change } from '../database/changes.ts'
import { MessageIds } from './history.ts'
import { RunPlaces } from './run-places.ts'
import { Streams } from './streams.ts'
import { Topics } from './topics.ts'
import { Viewers } from './viewers.ts'

/**
 * What a process has for those who watch. A carrier brings changes in through `publish`, those of other servers too,
 * and says through `bus.lost` when it may have lost some.
 */
export class Live {
  readonly db: Db
  readonly log: Logger
  readonly bus = new Bus()
  readonly ids = new MessageIds()
  readonly streams = new Streams()
  readonly runs = new Topics<RunMessage>()
  readonly runLists = new Topics<RunListMessage>()
  readonly projectLists = new Topics<ProjectListMessage>()
  readonly viewers = new Viewers((testRunId) => this.runs.get(testRunId)?.markAside())
  readonly runPlaces: RunPlaces

  constructor(db: Db, log: Logger) {
    this.db = db
    this.log = log
    this.runPlaces = new RunPlaces(db, this.bus, log)
  }

  /** To be called after the commit of what has changed. Never throws: what is committed is not to look refused. */
  publish(changes: Change[]): void {
    try {
      this.bus.publish(changes)
    } catch (error) {
      this.log.error({ err: error }, 'could not tell watchers of a change')
    }
  }

  /** Ends all streams; resolves when their connections are free. */
  async close(): Promise<void> {
    await this.streams.close()
    for (const topics of [this.runs, this.runLists, this.projectLists]) topics.close()
    this.viewers.close()
  }
}
