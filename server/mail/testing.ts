import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

/** What tests give besides SMTP_URL. */
export const MAIL_VARIABLES = { MAIL_FROM: 'Assay <assay@example.com>', PUBLIC_URL: 'https://assay.example.com' }

type Caught = Email & { rcpt: string[] }

/** An SMTP server that keeps what it gets. It refuses mails with `refusals` in turn, then takes all. Close it after use. */
export async function startCatcher(refusals: number[] = []) {
  const mails: Caught[] = []
  let gate: Promise<void> = Promise.resolve()
  let waiting = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      void (async () => {
        const mail = await PostalMime.parse(await buffer(stream))
        waiting += 1
        await gate
        waiting -= 1
        const responseCode = refusals.shift()
        if (responseCode !== undefined) return done(Object.assign(new Error('Refused'), { responseCode }))
        mails.push({ ...mail, rcpt: envelope.rcptTo.map(({ address }) => address) })
        done(null)
      })()
    },
  })
  // A killed or closing server leaves its connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    /** How many mails it has not answered. */
    waiting: () => waiting,
    /** Answers nothing until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    arrived: async (count: number) => {
      await expect.poll(() => mails.length).toBe(count)
      return mails.at(-1) as Caught
    },
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
