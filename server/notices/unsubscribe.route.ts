import type { Express, Response } from 'express'
import type { Services } from '../context.ts'
import { admitAnyone } from '../http/identify.ts'
import { createContext } from '../http/request.ts'
import { readUnsubscribe, type Unsubscribed, UNSUBSCRIBE_PATH } from '../mail/unsubscribe-link.ts'
import { switchOff } from '../notifications/webhook-health.ts'
import { findWebhook } from '../notifications/webhooks.repository.ts'
import { findAccount } from './notices.repository.ts'
import { turn, turnDigest } from './notices.service.ts'

const MAILS: Record<Unsubscribed['kind'], string> = {
  assigned: 'mails about test cases that are assigned to you',
  'run.ended': 'mails about runs that you started',
  'case.failing': 'mails about test cases that you wrote and that fail',
  digest: 'digests by mail',
  endpoint: 'mails of this project',
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
  const { db, tokens } = services
  const exists = async ({ of, kind }: Unsubscribed) =>
    (await (kind === 'endpoint' ? findWebhook(db, of) : findAccount(db, of))) !== undefined
  app.get(UNSUBSCRIBE_PATH, async (req, res) => {
    await admitAnyone(createContext(services, req))
    const what = readUnsubscribe(tokens, req.query['token'])
    if (!what || !(await exists(what))) return sendPage(res, 400, INVALID)
    sendPage(res, 200, {
      title: 'Turn off these mails?',
      text: `You would get no more ${MAILS[what.kind]}. ${ELSE[what.kind === 'endpoint' ? 'endpoint' : 'person'].asked}`,
      hasForm: true,
    })
  })
  app.post(UNSUBSCRIBE_PATH, async (req, res) => {
    await admitAnyone(createContext(services, req))
    const what = readUnsubscribe(tokens, req.query['token'])
    if (!what || !(await exists(what))) return sendPage(res, 400, INVALID)
    await turnOff(services, what)
    const text = `You get no more ${MAILS[what.kind]}. ${ELSE[what.kind === 'endpoint' ? 'endpoint' : 'person'].done}`
    sendPage(res, 200, { title: 'The mails are turned off', text })
  })
}

/** What else the page says. */
const ELSE = {
  person: { asked: 'The bell in Assay stays as it is.', done: 'Your profile in Assay turns them on again.' },
  endpoint: {
    asked: 'Nobody would get them at this address.',
    done: 'The owners of the project see that, and can turn them on again.',
  },
}

async function turnOff(services: Services, { of, kind }: Unsubscribed): Promise<void> {
  if (kind === 'endpoint') {
    await services.write(null, async (trx) => {
      const webhook = await findWebhook(trx, of)
      if (webhook) await switchOff(services, trx, webhook, 'unsubscribed')
    })
    return
  }
  await services.write('users', async (trx) => {
    if (kind === 'digest') await turnDigest(trx, of, 'off')
    else await turn(trx, of, { kind, mail: false })
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
