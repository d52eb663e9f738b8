import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { generate } from 'selfsigned'

/* Serves a server over https, with a certificate of its own, for callers that accept nothing else. */

const [target, certificate] = process.argv.slice(2)
const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
  keyType: 'ec',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
})
writeFileSync(certificate, cert)
const server = createServer({ cert, key }, (req, res) => {
  const headers = { ...req.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
  const passed = request(target + req.url, { method: req.method, headers }, (answer) => {
    res.writeHead(answer.statusCode, answer.headers)
    answer.pipe(res)
  })
  passed.on('error', () => res.destroy())
  req.pipe(passed)
})
server.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${server.address().port}`))
process.stdin.on('end', () => process.exit()).resume()
