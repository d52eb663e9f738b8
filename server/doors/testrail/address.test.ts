import { expect, test } from 'vitest'
import { addressOf, linkTo, pageAddressOf } from './address.ts'

test.each([
  ['/api/v2/get_cases/1&suite_id=2', 'get_cases', ['1'], 'suite_id=2'],
  ['//api/v2/get_cases/1', 'get_cases', ['1'], ''],
  ['/api/v2/get_cases/1/&suite_id=2', 'get_cases', ['1'], 'suite_id=2'],
  ['%2Fapi%2Fv2%2Fget_cases%2F1%26suite_id%3D2', 'get_cases', ['1'], 'suite_id=2'],
  ['%2Fapi%2Fv2%2Fget_cases%2F1=&suite_id=2', 'get_cases', ['1'], 'suite_id=2'],
  ['/api/v2/get_cases/1?suite_id=2', 'get_cases', ['1'], 'suite_id=2'],
  ['/api/v2/get_results_for_case/1/2', 'get_results_for_case', ['1', '2'], ''],
  ['/api/v2/get_user_by_email&email=a%40example.com', 'get_user_by_email', [], 'email=a%40example.com'],
  ['/api/v2/', '', [], ''],
])('the address %j names a method, ids and parameters', (search, method, ids, query) => {
  const address = addressOf(search)
  expect({ ...address, query: address?.query.toString() }).toEqual({ method, ids, query })
})

test.each(['', 'a=1', '/api/v1/get_case/1', '/runs/view/5', 'x/api/v2/get_case/1'])('%j is no call', (search) => {
  expect(addressOf(search)).toBeUndefined()
})

test('a malformed percent-encoding is refused', () => {
  expect(() => addressOf('/api/v2/get_case/%E0%A4%A')).toThrow(URIError)
})

test.each([
  ['/runs/view/5', { noun: 'runs', number: 5 }],
  ['/runs/view/5&group_by=x', { noun: 'runs', number: 5 }],
  ['/projects/overview/2', { noun: 'projects', number: 2 }],
  ['/runs/view/abc', undefined],
  ['/api/v2/get_run/5', undefined],
])('the page %j is recognised', (search, page) => {
  expect(pageAddressOf(search)).toEqual(page)
})

test('the link to a page keeps the filters and replaces limit and offset', () => {
  const address = addressOf('/api/v2/get_cases/1&suite_id=2&limit=9000&filter=a%20b')
  expect(address && linkTo(address, 250, 500)).toBe('/api/v2/get_cases/1&suite_id=2&filter=a+b&limit=250&offset=500')
  const bare = addressOf('/api/v2/get_cases/1')
  expect(bare && linkTo(bare, 250, 250)).toBe('/api/v2/get_cases/1&limit=250&offset=250')
})
