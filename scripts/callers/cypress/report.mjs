import { createRequire } from 'node:module'
import { join } from 'node:path'

/* Calls the plugin as Cypress does. */
const Reporter = createRequire(import.meta.url)('cypress-testrail')

const handlers = new Map()
const screenshot = join(import.meta.dirname, 'pays by cheque (failed).png')
const test = (title, state, displayError = null) => ({
  title: ['Checkout', title],
  state,
  displayError,
  duration: 1500,
})

new Reporter((event, handler) => handlers.set(event, handler), { env: {} }).register()
await handlers.get('before:run')({
  cypressVersion: '15.0.0',
  browser: { displayName: 'Chrome', version: '140' },
  system: { osName: 'linux', osVersion: '6' },
  config: { baseUrl: 'https://shop.example.com' },
})
await handlers.get('after:spec')(
  { name: 'checkout.cy.js' },
  {
    tests: [test('C1: pays by card', 'passed'), test('C2: pays by cheque', 'failed', 'Boom')],
    screenshots: [{ path: screenshot.replace('pays', 'C2: pays'), takenAt: '2026-01-31T12:00:00.000Z' }],
  },
)
await handlers.get('after:spec')(
  { name: 'cash.cy.js' },
  { tests: [test('C3: pays in cash', 'passed')], screenshots: [] },
)
await handlers.get('after:run')()
