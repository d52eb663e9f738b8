import { createHmac, randomBytes } from 'node:crypto'

/* Standard Webhooks 1.0: https://www.standardwebhooks.com */

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSigningSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The headers that identify and sign an attempt. While a secret is being replaced, both sign. */
export function signedHeaders(
  { id, body, secrets }: { id: string; body: string; secrets: string[] },
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function signatureOf(secret: string, content: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')
}
