import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type AddressRange, readRange } from '../address-range.ts'

/*
 * Endpoints are given by people, so they may not lead into our own network (SSRF). The name is resolved once for each
 * connection, and only to addresses that are checked: a name that changes its address in between gains nothing.
 */

/** Everything that is not on the public internet: RFC 6890 and its registries. */
const INNER = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 only 2000::/3 is public, less these. Translations and tunnels carry inner IPv4 addresses. */
const INNER_6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** A list for each family: one list would find an IPv4 address in ::/3, as a mapped one. */
const INNER_LISTS = {
  ipv4: listOf(INNER.map(readRange) as AddressRange[]),
  ipv6: listOf(INNER_6.map(readRange) as AddressRange[]),
}

/** Those of OUTGOING_ALLOW. */
type Allowed = readonly AddressRange[]

/** Whether we may connect to an address. */
export function isAllowed(address: string, allow: Allowed): boolean {
  const plain = withoutMapping(address)
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(plain) === 0) return false
  const opened = allow.filter((range) => range.family === family)
  return !INNER_LISTS[family].check(plain, family) || listOf(opened).check(plain, family)
}

/** The host of an URL as `net` takes it. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** The system's resolver, or that of a test. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** For `http.request`: resolves a name to allowed addresses only. `net` does not call it for an address. */
export function lookupAllowed(allow: Allowed, resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    const all = {
      ...options,
      family: options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : options.family,
      all: true,
    } as LookupAllOptions
    resolve(hostname, all, (error, found) => {
      if (error) return callback(error, '')
      const allowed = found.filter(({ address }) => isAllowed(address, allow))
      const [first] = allowed as [LookupAddress | undefined]
      if (!first) return callback(new InnerAddress(), '')
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}

/** Throws InnerAddress if a URL leads into the inner network now. A name that is unknown now may come to exist. */
export async function refuseInnerUrl(url: URL, allow: Allowed, find?: Resolve): Promise<void> {
  const host = hostOf(url)
  if (isIP(host) !== 0) {
    if (!isAllowed(host, allow)) throw new InnerAddress()
    return
  }
  const { promise, resolve: done } = Promise.withResolvers<Error | null>()
  lookupAllowed(allow, find)(host, { all: true }, (error) => done(error))
  const error = await promise
  if (error instanceof InnerAddress) throw error
}

export class InnerAddress extends Error {
  override readonly name = 'InnerAddress'

  constructor() {
    super('The address leads into an inner network. OUTGOING_ALLOW opens it')
  }
}

function listOf(ranges: Allowed): BlockList {
  const list = new BlockList()
  for (const { address, prefix, family } of ranges) list.addSubnet(address, prefix, family)
  return list
}

/** `::ffff:10.0.0.1` connects to 10.0.0.1, in whatever way it is written. */
function withoutMapping(address: string): string {
  if (isIP(address) !== 6) return address
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return address.replace(/%.*$/, '')
  const bits = (Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16)) >>> 0
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}
