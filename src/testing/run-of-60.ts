import type { Person, TestServer } from '../../server/testing/server.ts'

/*
 * A run of 60 cases in three suites of 20: 27 passed, 2 failed, 0 error, 30 pending, 1 skipped. All cases of Cart are
 * manual and pending: 1.1 expects a text, 1.2 has steps, 1.3 expects a boolean, 1.4 a number, 1.5 JSON.
 * Checkout: 2.1 to 2.17 passed, 2.18 failed with other JSON, 2.19 failed, 2.20 skipped.
 * Account: 3.1 to 3.10 passed; 3.11 to 3.15 manual and 3.16 to 3.20 automated are pending.
 * 1.1 to 1.12 are assigned to the owner. In an earlier run, Nightly 5, 2.18 passed and 2.19 failed: one is newly failed.
 */

const SUITES = {
  Cart: [
    'empty',
    'one item',
    'keeps its items after a sign-in',
    'total of three items',
    'answers with its lines',
    'adds an item twice',
    'removes an item',
    'changes an amount',
    'refuses an amount of 0',
    'shows the shipping costs',
    'takes a voucher',
    'refuses an expired voucher',
    'takes two vouchers',
    'shows the tax of each line',
    'warns of the last item in stock',
    'removes an item that is sold out',
    'saves an item for later',
    'moves a saved item back',
    'shares a link to itself',
    'is emptied after an order',
  ],
  Checkout: [
    'asks a guest for an e-mail address',
    'knows the address of a customer',
    'refuses an unknown postal code',
    'offers express delivery',
    'hides express delivery abroad',
    'pays by card',
    'pays by invoice',
    'pays by direct debit',
    'refuses an expired card',
    'asks for a second factor',
    'returns after a cancelled payment',
    'sends a confirmation',
    'shows the order number',
    'prints an invoice',
    'refund of a whole order',
    'refund of one line',
    'refund to a voucher',
    'answers with the refund',
    'refuses a refund after 30 days',
    'exports orders',
  ],
  Account: [
    'signs in',
    'refuses a wrong password',
    'locks after five wrong passwords',
    'sends a link for a new password',
    'refuses a used link',
    'changes the name',
    'changes the e-mail address',
    'adds an address',
    'removes an address',
    'lists orders',
    'repeats an order',
    'shows a refund in the order',
    'downloads the data of a customer',
    'deletes the account',
    'signs out everywhere',
    'rotates sessions',
    'limits attempts',
    'sends a webhook',
    'writes an audit entry',
    'answers within a second',
  ],
}

const PAID = '{"status":"refunded","lines":[{"sku":"A-1","amount":19.90},{"sku":"B-2","amount":5}]}'
const UNPAID = '{"status":"open","lines":[{"amount":19.90,"sku":"A-1"},{"sku":"B-2","amount":5}]}'

export const STEPS = [
  { action: 'Open an article and press **Add to cart**', expected: 'The cart shows 1' },
  { action: 'Open the cart', expected: 'One line with the article' },
  { action: 'Change the amount to 2', expected: 'The total doubles' },
]

/** What is special about a case, by its number. */
const SPECIAL: Record<string, Record<string, unknown>> = {
  '1.2': { steps: STEPS, description: 'The cart of a guest.\n\n- no account\n- **one** article' },
  '1.3': { expectedValueType: 'boolean', expectedValue: 'true' },
  '1.4': { expectedValueType: 'number', expectedValue: '42.50' },
  '1.5': { expectedValue: '{"items":2,"total":42.50}' },
  '2.18': { expectedValue: PAID },
}

export type RunOf60 = Awaited<ReturnType<typeof runOf60>>

/** Creates a project with a run of 60. `resultOf('1.2')` is a result as the run began. */
export async function runOf60(server: TestServer, owner: Person) {
  const project = await server.project(owner, 'Shop')
  const cases: Record<string, { id: string; name: string }> = {}
  for (const [suiteIndex, [suiteName, names]] of Object.entries(SUITES).entries()) {
    const suite = await server.suite(owner, project.id, suiteName)
    const made = await server.testCases(
      owner,
      suite.id,
      names.map((name, index) => ({
        name: `${suiteName}: ${name}`,
        ...(suiteName === 'Account' && index >= 15 && { type: 'auto' }),
        ...SPECIAL[`${suiteIndex + 1}.${index + 1}`],
      })),
    )
    for (const [index, testCase] of made.entries()) cases[`${suiteIndex + 1}.${index + 1}`] = testCase
  }
  const record = async (run: any, outcomes: ({ number: string } & Record<string, unknown>)[]) => {
    const results = outcomes.map(({ number, ...outcome }) => ({ resultId: resultIn(run, number).id, ...outcome }))
    const { status, body } = await server.patch(`/test-runs/${run.id}/results`, { results }, owner)
    if (status !== 200) throw new Error(`recording answered ${status}: ${body.message}`)
  }
  const resultIn = (run: any, number: string) =>
    run.results.find(({ testCase }: any) => testCase.id === cases[number]?.id)
  const nightly = await server.run(owner, project.id, 'Nightly 5')
  await record(nightly, [
    ...['1.1', '1.2', '2.1', '2.2'].map((number) => ({ number, status: 'passed' })),
    { number: '2.18', actualValue: PAID },
    { number: '2.19', actualValue: 'refunded' },
  ])
  await server.post(`/test-runs/${nightly.id}/complete`, { omitResults: true }, owner)
  const run = await server.run(owner, project.id, 'Release 1.4')
  const resultOf = (number: string) => resultIn(run, number)
  const passed = [...numbers(2, 1, 17), ...numbers(3, 1, 10)]
  await record(run, [
    ...passed.map((number) => ({ number, actualValue: 'ok' })),
    { number: '2.18', actualValue: UNPAID },
    { number: '2.19', actualValue: 'refunded' },
    { number: '2.20', status: 'skipped' },
  ])
  await record(
    run,
    numbers(1, 1, 12).map((number) => ({ number, assigneeId: owner.id })),
  )
  return { project, run, cases, resultOf, path: `/projects/${project.id}?tab=runs&run=${run.id}` }
}

const numbers = (suite: number, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${suite}.${first + index}`)
