import type { Logger } from 'pino'
import { Bus, type BusEvent } from './bus.ts'
import { Streams } from './streams.ts'
import { Topics } from './topic.ts'
import { Viewers } from './viewers.ts'

export class Live {
  readonly log: Logger
  readonly bus = new Bus()
  readonly streams = new Streams()
  readonly topics: Topics
  readonly viewers = new Viewers((testRunId) => this.bus.publish([{ kind: 'viewers', testRunId }]))

  constructor(log: Logger) {
    this.log = log
    this.topics = new Topics(this.bus, log)
  }

  /** Call it after the commit. Never throws: a committed write must not look refused. */
  publish(events: BusEvent[]): void {
    try {
      this.bus.publish(events)
    } catch (error) {
      this.log.error({ err: error }, 'could not publish a change')
    }
  }

  async close(): Promise<void> {
    await this.streams.close()
  }
}
