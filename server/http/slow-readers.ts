import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type Limits = {
  /** A client that takes no byte of its answer for so long is gone. */
  idleMs: number
  /** Bytes of answers that all clients together have not taken. */
  unreadBytes: number
  /** When there are more, clients that took no byte for so long are ended. */
  stalledMs: number
  sweepMs: number
}

const MB = 1024 * 1024
const LIMITS: Limits = { idleMs: 30_000, unreadBytes: 64 * MB, stalledMs: 3_000, sweepMs: 1_000 }

/** Node's own count of what a connection has yet to pass on to the system. */
type Handle = { bytesWritten: number; writeQueueSize: number }

type Progress = { /** Bytes that the system took. */ taken: number; since: number }
type Unread = { socket: Socket; bytes: number; idleMs: number }

/** Ends connections whose clients do not take their answers: these would stay in memory. */
export function endSlowReaders(server: Server, limits: Limits = LIMITS): void {
  const known = new Map<Socket, Progress>()
  server.on('connection', (socket: Socket) => {
    known.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => known.delete(socket))
  })
  const sweep = () => {
    let total = 0
    const waiting: Unread[] = []
    for (const [socket, progress] of known) {
      const unread = look(socket, progress)
      if (!unread) continue
      if (unread.idleMs >= limits.idleMs) socket.destroy()
      else waiting.push(unread)
      if (!socket.destroyed) total += unread.bytes
    }
    if (total <= limits.unreadBytes) return
    for (const { socket, bytes, idleMs } of waiting.toSorted((a, b) => b.bytes - a.bytes)) {
      if (total <= limits.unreadBytes) return
      if (idleMs < limits.stalledMs) continue
      total -= bytes
      socket.destroy()
    }
  }
  const timer = setInterval(sweep, limits.sweepMs).unref()
  server.once('close', () => clearInterval(timer))
}

/** Notes how far a client has come. Undefined when it has taken all. */
function look(socket: Socket, progress: Progress): Unread | undefined {
  const now = performance.now()
  const handle = (socket as { _handle?: Handle | null })._handle
  if (!handle || socket.writableLength === 0) {
    progress.since = now
    return undefined
  }
  const taken = handle.bytesWritten - handle.writeQueueSize
  if (taken !== progress.taken) {
    progress.taken = taken
    progress.since = now
  }
  return { socket, bytes: socket.bytesWritten - taken, idleMs: now - progress.since }
}
