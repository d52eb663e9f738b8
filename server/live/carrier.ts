import type { Logger } from 'pino'
import type { Databases, Db } from '../database/databases.ts'
import { LISTEN_TIMES, type ListenTimes, notify } from '../database/postgres-listener.ts'
import type { Change } from '../database/changes.ts'
import type { Live } from './live.ts'
import { Neighbours, SIGN_TIMES, type SignTimes } from './neighbours.ts'
import { Outbox } from './outbox.ts'
import { readChanges, readWord, writeChanges } from './payloads.ts'

/** Takes what was committed to those who watch, through whichever server they do. */
export type Carrier = {
  /** Gets what a commit has changed. Never throws. */
  afterCommit: (changes: Change[]) => void
  /** From then on nothing is missed. Throws when the database cannot be listened to. */
  start: () => Promise<void>
  /** Brings on its way what is left, while the database can still be used. */
  close: () => Promise<void>
}

export type CarrierTimes = ListenTimes & SignTimes

const CHANGES = 'assay_changes'
const SERVERS = 'assay_servers'

/** Within this process, or to every server that may be on this database, this one included. */
export function carrierOf({ writer, listen }: Databases, live: Live, times: Partial<CarrierTimes> = {}): Carrier {
  if (!listen) return { afterCommit: live.publish.bind(live), start: async () => {}, close: async () => {} }
  const say = speaker(writer, live.log, times.answerMs ?? LISTEN_TIMES.answerMs)
  const outbox = new Outbox((changes) => say(CHANGES, writeChanges(changes)))
  const neighbours = new Neighbours({
    live,
    say: (words) =>
      say(
        SERVERS,
        words.map((word) => JSON.stringify(word)),
      ),
    times: { ...SIGN_TIMES, ...times },
  })
  const hear = (channel: string, payload: string) => {
    const isKnown =
      channel === CHANGES
        ? take(readChanges(payload), (changes) => live.publish(changes))
        : take(readWord(payload), (word) => neighbours.hear(word))
    if (!isKnown)
      live.log.warn({ channel, bytes: payload.length }, 'ignored a message that is not of a server of this version')
  }
  const missed = () => {
    live.bus.lost()
    void neighbours.greet()
  }
  let listening: { close: () => Promise<void> } | undefined
  return {
    afterCommit: outbox.add.bind(outbox),
    start: async () => {
      listening = await listen({
        channels: [CHANGES, SERVERS],
        hear,
        missed,
        log: live.log,
        times: { ...LISTEN_TIMES, ...times },
      })
      await neighbours.start()
    },
    close: async () => {
      await outbox.close()
      await neighbours.close()
      await listening?.close()
    },
  }
}

/** Says something to all servers; answers whether it could. Only the first failure of several is logged. */
function speaker(db: Db, log: Logger, answerMs: number) {
  let isFailing = false
  return async (channel: string, payloads: string[]): Promise<boolean> => {
    try {
      await inTime(notify(db, channel, payloads), answerMs)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'could not tell the servers what has changed; trying again')
      isFailing = true
    }
    return !isFailing
  }
}

/** A connection that is dead without saying so must not hold up what others could carry. */
async function inTime(work: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms).unref()
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

function take<T>(news: T | undefined, use: (news: T) => void): boolean {
  if (news === undefined) return false
  use(news)
  return true
}
