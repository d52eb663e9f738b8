import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Response } from 'express'
import { giveWay } from '../limits/give-way.ts'

/** How long a refused client may go on sending. Without it, the reset of the connection could overtake the answer. */
const LINGER_MS = 1_000

type Refusal = { status: number; code: string; message: string; headers?: string[] }

const NOT_ALLOWED: Refusal = {
  status: 405,
  code: 'METHOD_NOT_SUPPORTED',
  message: 'CONNECT is not allowed here',
  headers: ['Allow: GET, HEAD, OPTIONS'],
}

const MALFORMED: Refusal = { status: 400, code: 'BAD_REQUEST', message: 'The request is malformed' }

/** By the code of the error, as Node answers without a body. */
const UNREADABLE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'BAD_REQUEST', message: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The extensions of a chunk are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'TIMEOUT', message: 'The request took too long' },
}

/** Requests whose client waits for a `100 Continue` before it sends the body. */
const waiting = new WeakSet<IncomingMessage>()

/** Answers what Node would answer without a body, and lets the app decide about `Expect: 100-continue`. */
export function passOn(server: Server): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => {})
    refuse(socket, NOT_ALLOWED)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node's own check: nothing may get into an answer that has begun.
    const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null }
    if (!socket.writable || answer?.headersSent) socket.destroy()
    else refuse(socket, UNREADABLE[error.code ?? ''] ?? MALFORMED)
  })
}

function refuse(socket: Socket, { status, code, message, headers = [] }: Refusal): void {
  const body = JSON.stringify({ message, code })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  endAndLinger(socket)
}

export function askForBody(request: IncomingMessage, response: Response): void {
  if (waiting.delete(request)) response.writeContinue()
}

/**
 * Closes the connection after the answer, unless the request was read to its end: the rest of a refused body is not
 * worth reading.
 */
export function closeAfterAnswer(res: Response): void {
  const { req, socket } = res
  if (!socket || req.complete) return
  res.setHeader('Connection', 'close')
  socket.destroySoon = () => endAndLinger(socket)
}

function endAndLinger(socket: Socket): void {
  socket.end()
  dropInTurns(socket)
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(cut))
}

/** Reads what still comes, a chunk in each turn: Node would read two megabytes of each socket in one. */
function dropInTurns(socket: Socket): void {
  // Without Node's listener, nothing is parsed any more.
  socket.removeAllListeners('data').on('data', () => {
    socket.pause()
    void giveWay().then(() => socket.resume())
  })
}

/** A shorter body is read and dropped, so that the connection can serve the next request. */
const WORTH_READING = 64 * 1024

/** Closes the connection after an answer that no body was needed for, if a long one was announced. */
export function closeIfUnread(res: Response): void {
  const { headers, readableDidRead } = res.req
  const length = headers['content-length']
  const isLong = length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > WORTH_READING
  if (isLong && !readableDidRead) closeAfterAnswer(res)
}
