import type { Request, Response } from 'express'
import { notFound } from '#shared/errors.ts'
import type { Services } from '../context.ts'
import { admitAnyone } from '../http/identify.ts'
import type { PlainRoute } from '../http/plain-routes.ts'
import { createContext } from '../http/request.ts'
import { drawBadge } from './badge-picture.ts'
import { findRunOfBadge } from './badges.repository.ts'

export const BADGE_PATH = '/badges/{token}.svg'

export const BADGE_ROUTES: PlainRoute[] = [{ method: 'GET', path: BADGE_PATH, answer: sendBadge }]

/** Other sites embed the image, so caches may answer for a minute. */
const CACHED = 'public, max-age=60'

async function sendBadge(services: Services, req: Request, res: Response): Promise<void> {
  await admitAnyone(createContext(services, req))
  const run = await findRunOfBadge(services.db, String(req.params['token']))
  if (run === undefined) throw notFound('Badge')
  res.set({ 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': CACHED }).send(drawBadge(run))
}
