import { createHash } from 'node:crypto'
import cors from 'cors'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/**
 * API answers must not be run, framed or cached. The gateway allows to cache those with a tag, revalidated at each use.
 * Helmet's other headers are about pages.
 */
const API_HEADERS = new Map([
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Vary', 'Accept-Encoding, Authorization'],
])

export const apiHeaders: RequestHandler = (_req, res, next) => {
  res.setHeaders(API_HEADERS)
  next()
}

/** For a year browsers reach this host, and those below it, over TLS only. It needs an address with TLS to begin with. */
export function strictTransport({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): RequestHandler[] {
  if (PUBLIC_URL === undefined || new URL(PUBLIC_URL).protocol !== 'https:') return []
  return [
    (_req, res, next) => {
      res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
      next()
    },
  ]
}

/** For addresses that are secrets: search engines must not list them. */
export const unlisted: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  next()
}

const EXPOSED_HEADERS = [
  'Assay-Token-Expires',
  'Content-Disposition',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Total-Count',
]

/** Lets pages of other origins call the API. */
export function allowOrigins(origins: string[]): RequestHandler[] {
  if (origins.length === 0) return []
  return [cors({ origin: origins, exposedHeaders: EXPOSED_HEADERS })]
}

/** What the browser app does without. The clipboard and passkeys are not among them. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')

/** Text with tags that becomes HTML by itself. Only reported yet; src/lib/trusted-types.ts lets styles pass. */
const REPORTED = "require-trusted-types-for 'script'"

/** Policies that browsers read of a page only: its scripts and styles would be 2 kB larger with them. */
export function addPagePolicies(res: Response): void {
  res.setHeader('Permissions-Policy', PERMISSIONS)
  res.setHeader('Content-Security-Policy-Report-Only', REPORTED)
}

export function browserAppHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
}

const CSP = 'Content-Security-Policy'

/** Allows these inline scripts of a page, and no other, by their hashes. */
export function allowInlineScripts(res: Response, scripts: string[]): void {
  const hashes = scripts.map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  res.setHeader(
    CSP,
    String(res.getHeader(CSP) ?? '').replace("script-src 'self'", (own) => own + hashes.join('')),
  )
}
