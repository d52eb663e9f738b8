import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { AddressRange } from '../address-range.ts'
import { hostOf, InnerAddress, isAllowed, lookupAllowed, type Resolve } from './inner-addresses.ts'

const TIMEOUT_MS = 15_000
/** Of the answer so much is kept. */
const ANSWER_BYTES = 2_000

export type OutgoingRequest = { url: string; headers: Record<string, string>; body: string }

export type Received = { status: number; body: string; retryAfter: string | undefined }

type Options = { allow: readonly AddressRange[]; resolve?: Resolve }

/** Posts a body and reads the beginning of the answer. Follows no redirects. Throws if there is no status in 15 s. */
export async function sendRequest(
  { url, headers, body }: OutgoingRequest,
  { allow, resolve: find }: Options,
): Promise<Received> {
  const target = new URL(url)
  if (isIP(hostOf(target)) !== 0 && !isAllowed(hostOf(target), allow)) throw new InnerAddress()
  const make = target.protocol === 'https:' ? httpsRequest : httpRequest
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const sent = make(target, {
    method: 'POST',
    agent: false,
    lookup: lookupAllowed(allow, find),
    signal: timeout,
    headers: { 'User-Agent': 'Assay', 'Content-Length': Buffer.byteLength(body), ...headers },
  })
  // Closing the connection after the beginning of an answer may be an error of the request.
  sent.on('error', () => {})
  try {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.end(body)
    const [response] = await answered
    const { statusCode = 0, headers: received } = response
    return { status: statusCode, body: await readBeginning(response), retryAfter: received['retry-after'] }
  } catch (error) {
    throw timeout.aborted ? new Error(`No answer within ${TIMEOUT_MS / 1000} seconds`) : error
  } finally {
    sent.destroy()
  }
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= ANSWER_BYTES) break
    }
  } catch {
    // The status says whether the body was received, even if the rest of the answer never comes.
  }
  // The cut may be within a character, and a database may refuse NUL.
  return Buffer.concat(chunks)
    .subarray(0, ANSWER_BYTES)
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD+$/, '')
}
