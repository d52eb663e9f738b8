import { isIPv6 } from 'node:net'

/** How Node shows IPv4 addresses on a socket that takes both: most addresses. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/**
 * The network of an address, as limits count it: an IPv4 address itself, the /64 of an IPv6 address, because one
 * person holds at least that many addresses. Other text stays as it is.
 */
export function networkOf(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [bare = ''] = address.split('%', 1)
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [start = '', end] = canonical.split('::')
  const [left, right] = [start, end ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
