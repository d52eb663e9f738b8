import { isIP } from 'node:net'

/** An address is a range of one. */
export type AddressRange = { address: string; prefix: number; family: 'ipv4' | 'ipv6' }

/** An address or a range, or undefined if it is neither. */
export function readRange(text: string): AddressRange | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  const max = version === 6 ? 128 : 32
  const prefix = bits === undefined ? max : Number(bits)
  if (version === 0 || prefix > max) return undefined
  return { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' }
}
