import { expect, test } from 'vitest'
import { type AddressRange, readRange } from '../address-range.ts'
import { isAllowed, refuseInnerUrl } from './inner-addresses.ts'

const ranges = (...texts: string[]) => texts.map(readRange) as AddressRange[]

const INNER = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['this host', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1'],
  ['link-local, with the metadata of clouds', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'],
  [
    'mapped and translated',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
  ],
  ['documentation and benchmarks', '192.0.2.1', '198.18.0.1', '203.0.113.9', '2001:db8::1'],
  ['no address', 'localhost', '', '1.2.3'],
] as const

test.each(INNER.map(([kind, ...addresses]) => [kind, addresses] as const))('%s is not allowed', (_, addresses) => {
  for (const address of addresses) expect([address, isAllowed(address, [])]).toEqual([address, false])
})

test('public addresses are allowed', () => {
  for (const address of ['1.1.1.1', '100.63.255.255', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    expect([address, isAllowed(address, [])]).toEqual([address, true])
})

test('OUTGOING_ALLOW opens addresses and ranges, and nothing beside them', () => {
  const allow = ranges('10.1.0.0/16', '127.0.0.1', 'fd00:1::/32')
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', 'fd00:1::7'])
    expect(isAllowed(address, allow)).toBe(true)
  for (const address of ['10.2.0.1', '127.0.0.2', 'fd00:2::7']) expect(isAllowed(address, allow)).toBe(false)
})

test.each(['10.0.0.0/33', '::1/129', 'localhost', '10.0.0', '10.0.0.0/', '1.2.3.4/x'])('%s is no range', (text) => {
  expect(readRange(text)).toBeUndefined()
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1:8080/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://localhost/',
])('%s is refused in whatever way it is written', async (url) => {
  await expect(refuseInnerUrl(new URL(url), [])).rejects.toThrow('inner network')
  await refuseInnerUrl(new URL(url), ranges('127.0.0.0/8', '::1', '10.0.0.0/8'))
})
