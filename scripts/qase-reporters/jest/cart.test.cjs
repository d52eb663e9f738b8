const { qase } = require('jest-qase-reporter/jest')

jest.retryTimes(1)
let tries = 0

describe('Cart', () => {
  test('adds an item', async () => {
    await qase.step('Open the shop', async () => {})
  })

  test(qase(1, 'pays by card'), () => {
    tries += 1
    expect(tries).toBe(2)
  })

  test('refunds', () => {
    qase.attach({ name: 'refund.txt', content: 'no money', contentType: 'text/plain' })
    expect(1).toBe(2)
  })

  test.skip('is not ready', () => {})
})
