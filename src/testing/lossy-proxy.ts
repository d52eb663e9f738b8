import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestServer } from './fixtures.ts'

/**
 * A proxy that ends the connection in place of the first answer to each of these calls. The server has done its work,
 * and a browser sends the call again by itself, even a POST, if the connection served another call before.
 */
export async function lossyProxy({ url }: Pick<TestServer, 'url'>, calls: RegExp) {
  const seen: string[] = []
  const proxy = createServer((req, res) => {
    const [path = ''] = (req.url ?? '').split('?')
    if (calls.test(path)) seen.push(path)
    const isLost = calls.test(path) && seen.filter((other) => other === path).length === 1
    const outgoing = request(new URL(req.url ?? '', url), { method: req.method, headers: req.headers }, (incoming) => {
      if (isLost) return incoming.resume().once('end', () => req.socket.destroy())
      res.writeHead(incoming.statusCode ?? 502, incoming.headers)
      return incoming.pipe(res)
    })
    outgoing.once('error', () => res.destroy())
    res.once('close', () => outgoing.destroy())
    req.pipe(outgoing)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen, close }
}
