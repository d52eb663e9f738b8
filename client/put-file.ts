import { createReadStream } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CallFailure, connectionFailure, retryAfterSeconds, usageFailure } from './failures.ts'
import type { ReportFile } from './files.ts'
import { fileProblem } from './system-errors.ts'

type Sending = {
  method: 'PUT' | 'POST'
  file: ReportFile
  headers: Record<string, string>
  gzip: boolean
  /** Idle time after which the connection counts as lost. */
  timeoutMs: number
  onProgress: (bytes: number) => void
}

/** Streams a file to the server. fetch has no idle timeout and no Content-Length for streams. Throws CallFailure. */
export async function sendFile(
  url: URL,
  { method, file, headers, gzip, timeoutMs, onProgress }: Sending,
): Promise<{ status: number; body: unknown }> {
  const packs = gzip && !file.isPacked
  const coding = {
    ...((packs || file.isPacked) && { 'content-encoding': 'gzip' }),
    ...(!packs && { 'content-length': String(file.bytes) }),
  }
  const { request } = url.protocol === 'https:' ? https : http
  const sent = request(url, { method, headers: { ...headers, ...coding }, timeout: timeoutMs })
  sent.on('timeout', () => sent.destroy(new CallFailure(`no data for ${timeoutMs / 1000} s`, { code: 'ETIMEDOUT' })))
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
    // The promise may be settled already: a server can refuse a file and close before it has read everything.
    pipeline([source(file), counter(onProgress), ...(packs ? [createGzip()] : []), sent]).catch(reject)
  })
  try {
    return await read(await answer)
  } catch (error) {
    if (error instanceof CallFailure) throw error
    if ((error as NodeJS.ErrnoException).syscall === 'open')
      throw usageFailure(fileProblem(error as NodeJS.ErrnoException, file.path))
    throw connectionFailure(error)
  } finally {
    sent.destroy()
  }
}

/** Reads at most the announced length, even if the file is still growing. */
function source({ path, bytes, content }: ReportFile) {
  if (content) return Readable.from([content])
  return createReadStream(path, { end: Math.max(bytes - 1, 0), highWaterMark: 256 * 1024 })
}

function counter(onProgress: (bytes: number) => void): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onProgress((bytes += chunk.length))
      done(null, chunk)
    },
  })
}

async function read(response: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const status = response.statusCode ?? 0
  const body = parseJson(await text(response))
  if (status >= 200 && status < 300 && body !== undefined) return { status, body }
  const { message } = (body ?? {}) as { message?: string }
  throw new CallFailure(message ?? `unexpected response (HTTP ${status}): not from an Assay server`, {
    status,
    retryAfterSeconds: retryAfterSeconds(response.headers['retry-after']),
  })
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
