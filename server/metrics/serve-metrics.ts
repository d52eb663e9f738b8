import { createServer, type Server, type ServerResponse } from 'node:http'
import { type Config, StartError } from '../config.ts'
import type { Meter } from './meter.ts'

/** Only this machine may read them: they tell how a team works. */
const HOST = '127.0.0.1'

/** Serves `GET /metrics` in the text format of Prometheus. Throws StartError. */
export async function serveMetrics({ registry }: Meter, { METRICS_PORT }: Config): Promise<Server> {
  const server = createServer((req, res) => {
    if (req.url === '/metrics' && req.method === 'GET') void answer(registry, res)
    else res.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => reject(new StartError(`METRICS_PORT: ${message}`)))
    server.listen(METRICS_PORT, HOST, resolve)
  })
  return server.unref()
}

async function answer(registry: Meter['registry'], res: ServerResponse): Promise<void> {
  try {
    const text = await registry.metrics()
    res.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
  } catch {
    res.writeHead(500).end()
  }
}
