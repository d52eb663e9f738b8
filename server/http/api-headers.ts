import type { RequestHandler } from 'express'

/** Data is never to be run, framed or kept. Of helmet's headers the others are about pages. */
const API_HEADERS = new Map([
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Vary', 'Accept-Encoding'],
])

export const apiHeaders: RequestHandler = (_req, res, next) => {
  res.setHeaders(API_HEADERS)
  next()
}
