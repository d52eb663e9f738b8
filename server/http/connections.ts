import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Response } from 'express'
import { giveWay } from '../limits/give-way.ts'

/** How long a refused client may go on sending. Without it, the reset of the connection could overtake the answer. */
const LINGER_MS = 1_000

const NOT_ALLOWED = JSON.stringify({ message: 'CONNECT is not allowed here', code: 'METHOD_NOT_SUPPORTED' })

/** Requests whose client waits for a `100 Continue` before it sends the body. */
const waiting = new WeakSet<IncomingMessage>()

/** Lets the app decide about requests that Node would answer itself: `Expect: 100-continue`, and CONNECT. */
export function passOn(server: Server): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => {})
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, OPTIONS\r\nConnection: close\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${NOT_ALLOWED.length}\r\n\r\n${NOT_ALLOWED}`,
    )
  })
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
  socket.destroySoon = () => {
    socket.end()
    dropInTurns(socket)
    const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref()
    socket.once('close', () => clearTimeout(cut))
  }
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
