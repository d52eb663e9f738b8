import type { Server as HttpServer, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Long enough for requests that are on the way over a connection kept alive. */
const IDLE_CHECK_MS = 50

/**
 * Watches a server from its first connection on. The answer closes it: it takes no more connections, answers the
 * requests that have begun to the last byte, and cuts off what is still open after `patienceMs`.
 */
export function gracefulClose(server: HttpServer, patienceMs: number): () => Promise<void> {
  const owed = new Map<Socket, number>()
  let isClosing = false
  server.on('connection', (socket) => {
    owed.set(socket, 0)
    socket.once('close', () => owed.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
    if (isClosing) endAfter(response)
  })
  const count = (socket: Socket, more: number) => owed.has(socket) && owed.set(socket, (owed.get(socket) ?? 0) + more)

  return async () => {
    isClosing = true
    const closed = Promise.withResolvers<void>()
    closeListener(server, closed.resolve)
    const idle = setInterval(() => owed.forEach((answers, socket) => answers === 0 && socket.destroy()), IDLE_CHECK_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), patienceMs)
    await closed.promise
    clearInterval(idle)
    clearTimeout(deadline)
  }
}

/** Node's own close of a HTTP server cuts off answers that are written but not yet sent: it takes them for done. */
function closeListener(server: HttpServer, closed: () => void): void {
  NetServer.prototype.close.call(server, closed)
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
