import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler, type Response, Router } from 'express'
import { sendNoSuchAddress } from './errors.ts'
import { addPagePolicies, allowInlineScripts } from './headers.ts'
import { refusePageMethod } from './methods.ts'

const FOLDER = fileURLToPath(new URL('../../dist', import.meta.url))

const PAGES = /^(?!\/(api|trpc|invite)\/)/

/** Serves the built browser app. Any path that is neither a file nor an API path gets its page. */
export function browserApp(prefix: string, folder = FOLDER): Router {
  const page: RequestHandler = (_req, res, next) => void sendPage(res, `${folder}/index.html`, prefix).catch(next)
  const router = Router()
  router.use(
    '/assets',
    compressedFiles(`${folder}/assets`),
    express.static(`${folder}/assets`, { immutable: true, maxAge: '1y', fallthrough: false, redirect: false }),
  )
  router.get('/index.html', page)
  router.use(express.static(folder, { index: false, maxAge: 0, redirect: false }))
  router.get(PAGES, page)
  router.all(PAGES, refusePageMethod)
  router.use((_req, res) => sendNoSuchAddress(res))
  return router
}

const COMPRESSED = /^\/[\w.~-]+\.(js|css)$/

/** Leads to the brotli file that the build wrote beside a file, if the browser takes it. */
function compressedFiles(folder: string): RequestHandler {
  return (req, res, next) => {
    if (!COMPRESSED.test(req.path) || !existsSync(`${folder}${req.path}.br`)) return next()
    res.vary('Accept-Encoding')
    if (!req.acceptsEncodings('br')) return next()
    res.type(extname(req.path))
    res.setHeader('Content-Encoding', 'br')
    req.url = req.url.replace(req.path, `${req.path}.br`)
    next()
  }
}

const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs

/** Links in the build are relative, so only the page needs the prefix. */
async function sendPage(res: Response, file: string, prefix: string): Promise<void> {
  const page = await readFile(file, 'utf8').catch(() => null)
  if (page === null) return sendNoSuchAddress(res)
  const html = page.replaceAll(/((?:href|src|content)=")\.\//g, `$1${prefix}/`)
  res.setHeader('Cache-Control', 'no-cache')
  res.setHeader('ETag', `W/"${createHash('sha1').update(html).digest('base64url')}"`)
  addPagePolicies(res)
  allowInlineScripts(
    res,
    [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script),
  )
  res.type('html').send(html)
}
