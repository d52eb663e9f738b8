import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { Config } from '../../config.ts'
import type { TestServer } from '../../testing/server.ts'
import { Bucket } from './bucket.ts'
import { BucketSweep } from './bucket-sweep.ts'
import { pino } from 'pino'

/** What the double does with a call, instead of answering it as a bucket would. */
type Fault = 'refuses' | 'fails' | 'cuts' | 'is silent'

/**
 * A bucket in this process, to break it: `scripts/swift` has a real one. It keeps objects by the path after the bucket.
 */
export async function useBucket() {
  const objects = new Map<string, Buffer>()
  const puts: string[] = []
  let faultOf: (method: string, name: string) => Fault | undefined = () => undefined
  const server = createServer((req, res) => void answer(req, res)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const [method = '', name = ''] = [req.method, req.url?.replace('/files/', '')]
    const fault = faultOf(method, name)
    if (fault === 'is silent') return
    if (fault === 'cuts') return void req.socket.destroy()
    if (fault) return void res.writeHead(fault === 'fails' ? 500 : 403).end()
    if (method === 'PUT') {
      objects.set(name, Buffer.concat(parts))
      puts.push(name)
      return void res.end()
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return void res.writeHead(204).end()
    }
    const found = objects.get(name)
    res.writeHead(found ? 200 : 404).end(found)
  }

  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = { bucket: 'files', prefix: 'assay/', region: 'us-east-1', endpoint }
  const S3_KEYS = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const open = (times?: { timeoutMs: number; restMs: number }, takesNew = true) =>
    new Bucket({
      address,
      keys: { id: 'key', secret: 'secret' },
      takesNew,
      log: pino({ level: 'silent' }),
      ...(times && { times }),
    })
  return {
    objects,
    puts,
    open,
    /** The objects of attachments, by their names. */
    files: () => [...objects.keys()].filter((name) => name !== 'assay/trial').toSorted(),
    breaks: (fault: Fault | undefined, on: (method: string, name: string) => boolean = () => true) => {
      faultOf = (method, name) => (on(method, name) ? fault : undefined)
    },
    /** For processes. */
    variables: { ATTACHMENT_STORE: `s3://files/assay?endpoint=${endpoint}`, ...S3_KEYS },
    config: { ATTACHMENT_STORE: address, ...S3_KEYS } satisfies Partial<Config>,
    formerConfig: { ATTACHMENT_STORE_FORMER: address, ...S3_KEYS } satisfies Partial<Config>,

    /** Deletes what is queued, as if the wait were over. */
    async sweep({ services }: TestServer): Promise<void> {
      await services.write(null, (db) => db.updateTable('bucket_removals').set({ due_at: '2000' }).execute())
      const job = new BucketSweep(services, open())
      job.run()
      await job.settled()
    },
  }
}
