import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { CallFailure, connectionFailure, Failure, retryAfterSeconds } from '../failures.ts'
import { isNotStarted, withRetries } from '../retry.ts'
import type { Session } from '../session.ts'

/*
 * MCP over stdin and stdout: each message goes to /mcp of the server, and what it answers comes back. The server has the
 * tools, so an old command shows the tools of a new server.
 */

const VERSION = 'io.modelcontextprotocol/protocolVersion'

const Message = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .looseObject({ _meta: z.looseObject({ [VERSION]: z.string().optional() }), name: z.string(), uri: z.string() })
    .partial()
    .optional(),
})
type Message = z.infer<typeof Message>

/** Older clients send several messages at once. */
const Line = z.union([Message, Message.array()])
type Line = z.infer<typeof Line>

const SERVER_FAILED = -32_000
const PARSE_ERROR = -32_700

/** Passes messages on until stdin ends, and the last answers after that. */
export async function serveMcp({ connect, output }: Session): Promise<void> {
  const connection = await connect()
  output.note(`Tools of ${connection.url}, until stdin ends`)
  const open = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const passed = passOn(connection, line).finally(() => open.delete(passed))
    open.add(passed)
  }
  await Promise.all(open)
}

async function passOn(connection: Connection, line: string): Promise<void> {
  const given = read(line)
  if (!given) return write(errorOf(null, PARSE_ERROR, 'Parse error'))
  try {
    const send = () => post(connection, line, given)
    for (const answer of await withRetries(send, connection.policy, isNotStarted)) write(answer)
  } catch (error) {
    if (!(error instanceof CallFailure || error instanceof Failure)) throw error
    for (const { id } of [given].flat()) if (id !== undefined) write(errorOf(id, SERVER_FAILED, error.message))
  }
}

function read(line: string): Line | undefined {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/** Returns the messages of the answer: none to a notification. Throws CallFailure. */
async function post(connection: Connection, body: string, given: Line): Promise<string[]> {
  const { url, projectId, isUser, authorization, timeoutMs } = connection
  // A project's credential is for that project anyway.
  const address = `${url}/mcp${isUser ? `?project=${encodeURIComponent(projectId)}` : ''}`
  const headers = { ...headersOf(given), authorization }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, { method: 'POST', body, headers, signal })
    return messagesOf(response, await response.text())
  } catch (error) {
    throw error instanceof CallFailure ? error : connectionFailure(error)
  }
}

/** Over HTTP, the newer protocol wants what a message is about in its headers, too. */
function headersOf(given: Line): Record<string, string> {
  const { method, params = {} }: Message = Array.isArray(given) ? {} : given
  const { _meta: meta, name = params.uri } = params
  const version = meta?.[VERSION]
  const own = version !== undefined && {
    'mcp-protocol-version': version,
    ...(method !== undefined && { 'mcp-method': method }),
    ...(name !== undefined && { 'mcp-name': name }),
  }
  return { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...own }
}

/** A server answers with one message, or with a stream of them; only a server of MCP sends a refusal of its protocol. */
function messagesOf({ status, headers, ok }: Response, text: string): string[] {
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream'))
    return text.split(/\r?\n/).flatMap((line) => /^data: ?(\{.*)/.exec(line)?.[1] ?? [])
  if (ok && text === '') return []
  const { jsonrpc, message = `unexpected response (HTTP ${status}): not from an Assay server` } = asObject(text)
  if (jsonrpc !== undefined) return [text]
  throw new CallFailure(message, { status, retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')) })
}

const Answered = z.looseObject({ jsonrpc: z.string(), message: z.string() }).partial()

function asObject(text: string): z.infer<typeof Answered> {
  try {
    return Answered.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

const errorOf = (id: string | number | null, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })

const write = (message: string) => void process.stdout.write(`${message.replaceAll(/\r?\n/g, ' ')}\n`)
