import type { Express } from 'express'
import type { Config } from '../config.ts'
import { DAY_MS, timeIn } from '../times.ts'

const PATH = '/.well-known/security.txt'

/** RFC 9116 wants an end below a year. A server that answers is one whose operator still has this contact. */
const VALID_DAYS = 180

/** Says where to report a weakness of this installation, if its operator wants to be told. */
export function addSecurityTxt(app: Express, { SECURITY_CONTACT, PUBLIC_URL }: Config): void {
  app.get(PATH, (_req, res) => {
    if (SECURITY_CONTACT === undefined) {
      res.sendStatus(404)
      return
    }
    const lines = [
      `Contact: ${SECURITY_CONTACT}`,
      `Expires: ${timeIn(VALID_DAYS * DAY_MS)}`,
      'Preferred-Languages: en',
      ...(PUBLIC_URL === undefined ? [] : [`Canonical: ${PUBLIC_URL}${PATH}`]),
    ]
    res
      .set('X-Content-Type-Options', 'nosniff')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`)
  })
}
