import type { Express, Response } from 'express'
import type { Services } from '../context.ts'
import { admitAnyone } from '../http/identify.ts'
import { createContext } from '../http/request.ts'
import { findAccount } from './notices.repository.ts'
import { turn, turnDigest } from './notices.service.ts'
import { readUnsubscribe, type Unsubscribed, UNSUBSCRIBE_PATH } from './unsubscribe-link.ts'

const MAILS: Record<Unsubscribed['kind'], string> = {
  assigned: 'mails about test cases that are assigned to you',
  'run.ended': 'mails about runs that you started',
  'case.failing': 'mails about test cases that you wrote and that fail',
  digest: 'digests by mail',
}

/** Nothing but a form: no script, no picture, and no address is passed on. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
}

/**
 * Turns off mails of a kind by their link, without a sign-in (RFC 8058). GET only asks: scanners of mail open links.
 * Mail clients and the form POST.
 */
export function addUnsubscribeRoute(app: Express, services: Services): void {
  const { db, tokens, write } = services
  app.get(UNSUBSCRIBE_PATH, async (req, res) => {
    await admitAnyone(createContext(services, req))
    const what = readUnsubscribe(tokens, req.query['token'])
    if (!what || !(await findAccount(db, what.userId))) return sendPage(res, 400, INVALID)
    sendPage(res, 200, {
      title: 'Turn off these mails?',
      text: `You would get no more ${MAILS[what.kind]}. The bell in Assay stays as it is.`,
      hasForm: true,
    })
  })
  app.post(UNSUBSCRIBE_PATH, async (req, res) => {
    await admitAnyone(createContext(services, req))
    const what = readUnsubscribe(tokens, req.query['token'])
    if (!what || !(await findAccount(db, what.userId))) return sendPage(res, 400, INVALID)
    const { userId, kind } = what
    await write('users', async (trx) => {
      if (kind === 'digest') await turnDigest(trx, userId, 'off')
      else await turn(trx, userId, { kind, mail: false })
    })
    const text = `You get no more ${MAILS[what.kind]}. Your profile in Assay turns them on again.`
    sendPage(res, 200, { title: 'The mails are turned off', text })
  })
}

type Page = { title: string; text: string; hasForm?: boolean }

const INVALID: Page = {
  title: 'This link does not work',
  text: 'It is not complete, or the account is gone. Your profile in Assay says which mails you get.',
}

function sendPage(res: Response, status: number, { title, text, hasForm = false }: Page): void {
  // The form posts to its own address, which has the token.
  const form = hasForm ? '<form method="post"><button type="submit">Turn off</button></form>' : ''
  res
    .status(status)
    .set(HEADERS)
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>' +
        `<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`,
    )
}
