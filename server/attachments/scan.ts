import { connect, type Socket } from 'node:net'
import { DomainError } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import type { Services } from '../context.ts'

const TIMEOUT_MS = 60_000

/**
 * Lets the scanner at `CLAMD_HOST` read a file as it is stored. After the last chunk it throws BAD_REQUEST if the scanner
 * found something, and SERVICE_UNAVAILABLE if it did not answer: a file that nobody has scanned is not kept.
 */
export function scanned(
  { config, log }: Pick<Services, 'config' | 'log'>,
  chunks: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  return config.CLAMD_HOST ? scan(config.CLAMD_HOST, log, chunks) : chunks
}

async function* scan(
  address: NonNullable<Config['CLAMD_HOST']>,
  log: Services['log'],
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const clamd = new Clamd(address)
  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      log.error({ err: error }, 'the virus scanner does not answer')
      throw new DomainError('SERVICE_UNAVAILABLE', 'Files cannot be scanned at the moment. Send it again later', {
        retryAfterSeconds: 30,
      })
    }
  }
  try {
    for await (const chunk of chunks) {
      await asked(clamd.send(chunk))
      yield chunk
    }
    const found = await asked(clamd.end())
    if (found !== null) throw new DomainError('BAD_REQUEST', `The file is refused: the virus scanner found ${found}`)
  } finally {
    clamd.close()
  }
}

/** One file, sent by clamd's command INSTREAM: chunks with their lengths, and an empty one at the end. */
class Clamd {
  readonly #socket: Socket
  readonly #answer: Promise<string>

  constructor(address: NonNullable<Config['CLAMD_HOST']>) {
    const socket = connect(address)
    this.#socket = socket
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')))
    this.#answer = new Promise((resolve, reject) => {
      let text = ''
      socket.on('data', (bytes) => (text += bytes.toString()))
      // An answer that came before the connection broke says why it did.
      socket.once('error', (error) => (text === '' ? reject(error) : resolve(text)))
      socket.once('close', () => resolve(text))
    })
    // Whoever sends or ends hears of it.
    this.#answer.catch(() => {})
    socket.write('zINSTREAM\0')
  }

  async send(chunk: Buffer): Promise<void> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    const sent = new Promise<void>((resolve, reject) => {
      this.#socket.write(Buffer.concat([length, chunk]), (error) => (error ? reject(error) : resolve()))
    })
    await sent.catch(async (error: Error) => {
      const answer = await this.#answer
      throw answer === '' ? error : unexpected(answer)
    })
  }

  /** The name of what was found, or null. */
  async end(): Promise<string | null> {
    await this.send(Buffer.alloc(0))
    const answer = await this.#answer
    const [, name] = /^stream: (.+) FOUND\0/.exec(answer) ?? []
    if (name === undefined && !answer.startsWith('stream: OK\0')) throw unexpected(answer)
    return name ?? null
  }

  close(): void {
    this.#socket.destroy()
  }
}

const unexpected = (answer: string) => new Error(`the scanner says "${answer.replace(/\0.*$/s, '')}"`)
