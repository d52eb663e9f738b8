import { z } from 'zod'

/** A bucket of an S3 service, and what its keys begin with. */
export type BucketAddress = { bucket: string; prefix: string; region: string; endpoint: string }

const FORM = 's3://BUCKET/PREFIX?region=REGION&endpoint=https://HOST'

/** The rules of Amazon, which others share. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Needs no escapes in an address. */
const PREFIX = /^([\w.-]+\/)*$/
const REGION = /^[\w-]+$/

/** Reads `s3://…`. Without an endpoint it is Amazon's of the region. */
export function readBucketAddress(text: string, ctx: z.RefinementCtx): BucketAddress {
  const problem = (message: string) => {
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username !== '' || url.port !== '' || url.hash !== '')
    return problem(`must be ${FORM}`)
  const {
    region = 'us-east-1',
    endpoint = `https://s3.${region}.amazonaws.com`,
    ...others
  } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return problem(`knows no "${unknown}": ${FORM}`)
  if (!BUCKET.test(url.hostname)) return problem(`"${url.hostname}" cannot be the name of a bucket`)
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/')
  if (!PREFIX.test(prefix)) return problem('its prefix may have letters, digits, ".", "_", "-" and "/" only')
  if (!REGION.test(region)) return problem(`"${region}" cannot be a region`)
  if (!/^https?:\/\/[^/?#@]+(\/[\w.~-]+)*\/?$/i.test(endpoint) || !URL.canParse(endpoint))
    return problem(`its endpoint "${endpoint}" is not an http(s) URL`)
  return { bucket: url.hostname, prefix, region, endpoint: endpoint.replace(/\/$/, '') }
}
