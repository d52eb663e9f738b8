import type { Request, Response } from 'express'
import { IMPORT_MAX_MB, ImportCases } from '#shared/imports/import.ts'
import type { Services } from '../context.ts'
import { pathPrefix } from '../http/path-prefix.ts'
import { type PlainRoute, refuseForm } from '../http/plain-routes.ts'
import { readBytes } from '../http/read-bytes.ts'
import { createContext } from '../http/request.ts'
import { findProject } from '../projects/projects.repository.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { applyImport, previewImport, readImport } from './imports.service.ts'

export const IMPORT_PATH = '/projects/{id}/imports'

export const IMPORT_ROUTES: PlainRoute[] = [
  { method: 'POST', path: IMPORT_PATH, answer: answerImport, body: { noun: 'file', maxMb: () => IMPORT_MAX_MB } },
]

const LIMIT = IMPORT_MAX_MB * 1024 * 1024

async function answerImport(services: Services, req: Request, res: Response): Promise<void> {
  const base = createContext(services, req)
  const ctx = { ...base, actor: await identifyCaller(base, 'write') }
  const input = inputOf(ImportCases, { ...req.query, id: req.params['id'] })
  await findProject(ctx.db, ctx.actor, input.id, 'case.write')
  refuseForm(req, 'curl --data-binary @cases.csv')
  // A few files are in memory at once, with their cases, and a slow sender keeps no place.
  await readBytes(req, { caller: ctx.request.caller, limit: LIMIT }, async (bytes) => {
    const file = await readImport(ctx, input, bytes)
    if (input.dryRun) {
      res.json(await previewImport(ctx, input, file))
      return
    }
    const made = await applyImport(ctx, input, file)
    if (ctx.reply.isRepeated) res.set('Idempotency-Replayed', 'true')
    if (!made.isDone) res.location(`${pathPrefix(services.config)}/api/projects/${input.id}/imports/${made.id}`)
    res.status(made.isDone ? 201 : 202).json(made)
  })
}
