import type { Server as HttpServer, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Leaves time for a request that is already on its way over an idle connection. */
const IDLE_CHECK_MS = 50

/**
 * Counts the open requests of each connection. The returned function closes the server: it refuses connections,
 * finishes open requests to the last byte, and cuts the connections that remain after `timeoutMs`.
 */
export function gracefulClose(server: HttpServer, timeoutMs: number): () => Promise<void> {
  const open = new Map<Socket, number>()
  let isClosing = false
  server.on('connection', (socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
    if (isClosing) closeAfter(response)
  })
  const count = (socket: Socket, more: number) => open.has(socket) && open.set(socket, (open.get(socket) ?? 0) + more)

  return async () => {
    isClosing = true
    const closed = Promise.withResolvers<void>()
    closeListener(server, closed.resolve)
    const idle = setInterval(
      () => open.forEach((requests, socket) => requests === 0 && socket.destroy()),
      IDLE_CHECK_MS,
    )
    const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs)
    await closed.promise
    clearInterval(idle)
    clearTimeout(deadline)
  }
}

/** Node's `http.Server.close` drops answers that are written but not yet sent, because it counts them as finished. */
function closeListener(server: HttpServer, closed: () => void): void {
  NetServer.prototype.close.call(server, closed)
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
