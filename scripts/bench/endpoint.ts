import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/*
 * An endpoint, in a thread of its own that gives way to what is measured: real ones are on other machines. It posts its
 * port, and then the id of each delivery. While it is told to be down, it closes each connection.
 */

setPriority(19)
let isDown = false
parentPort?.on('message', (down: boolean) => void (isDown = down))

const endpoint = createServer((req, res) => {
  req.resume().on('end', () => {
    if (isDown) req.socket.destroy()
    else res.end(void parentPort?.postMessage(String(req.headers['webhook-id'])))
  })
})
endpoint.listen(0, '127.0.0.1', () => parentPort?.postMessage((endpoint.address() as AddressInfo).port))
