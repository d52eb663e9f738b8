import type { Priority } from '#shared/test-cases/test-case.ts'

type Step = { action: string; expected: string }
export type DemoCase = {
  name: string
  expected: string
  auto?: true
  preconditions: string | null
  steps: Step[]
  priority: Priority
  tags: string[]
}
type DemoSuite = { name: string; description: string; cases: DemoCase[] }
export type DemoProject = { name: string; description: string; suites: DemoSuite[] }

const EXPECTATIONS = ['200', 'true', 'Accepted', '404', 'false', '{"status":"ok"}', '201', 'Try again later']

const PRIORITIES: Priority[] = ['critical', 'high', 'medium', 'medium', 'high', 'medium', 'low']

export const PROJECTS: DemoProject[] = [
  {
    name: 'Checkout API',
    description: 'Cart, payment and receipt of the web shop',
    suites: [
      suite('Cart', 'What is in the basket', [
        'an empty cart',
        'one item',
        'ten items',
        'a removed item',
        'a changed quantity',
        'an item out of stock',
        'a voucher',
        'an expired voucher',
        'two vouchers',
        'a foreign currency',
        'a signed-out visitor',
        'a cart of yesterday',
        'a price that changed',
      ]),
      suite('Payment', 'Cards, wallets and refusals', [
        'a valid card',
        'a declined card',
        'an expired card',
        'a wrong security code',
        '3-D Secure',
        'a cancelled 3-D Secure',
        'a wallet',
        'an invoice',
        'a double click',
        'a time-out at the bank',
        'a partial refund',
        'a full refund',
        'a currency nobody takes',
      ]),
      suite('Receipt', 'What the customer gets', [
        'the mail',
        'the PDF',
        'the tax lines',
        'a company address',
        'a gift',
        'a missing address',
        'a long name',
        'right-to-left text',
        'a second copy',
        'a credit note',
        'the archive',
        'an attachment',
      ]),
      suite('Shipping', 'From the shelf to the door', [
        'the standard rate',
        'express',
        'an island',
        'abroad',
        'a pick-up point',
        'a heavy parcel',
        'two parcels',
        'a tracking number',
        'an unknown postcode',
        'a changed address',
        'a return label',
        'a lost parcel',
      ]),
    ],
  },
  {
    name: 'Accounts',
    description: 'Sign-up, sign-in and everything that guards them',
    suites: [
      suite('Sign-up', 'New accounts', [
        'a new email',
        'a taken email',
        'a short password',
        'a long password',
        'an email without a domain',
        'spaces around the email',
        'an emoji in the name',
        'consent missing',
        'a second tab',
        'a confirmed address',
        'an old confirmation link',
        'a closed sign-up',
        'a robot',
      ]),
      suite('Sign-in', 'Existing accounts', [
        'the right password',
        'a wrong password',
        'an unknown email',
        'too many tries',
        'a deactivated account',
        'capital letters in the email',
        'a second device',
        'a remembered device',
        'an expired session',
        'sign-out',
        'sign-out everywhere',
        'a pasted password',
      ]),
      suite('Profile', 'What people may change', [
        'a new name',
        'a new picture',
        'a picture too large',
        'a new address',
        'a new language',
        'a time zone',
        'a removed phone',
        'an export',
        'a deletion',
        'an undone deletion',
        'a nickname',
        'a changed email',
      ]),
      suite('Two factors', 'Codes and keys', [
        'an app code',
        'an old code',
        'a wrong clock',
        'a hardware key',
        'a lost phone',
        'a recovery code',
        'a used recovery code',
        'a new phone',
        'switched off',
        'forced by the team',
        'a text message',
        'no network',
        'a second key',
      ]),
    ],
  },
  {
    name: 'Mobile App',
    description: 'The app on phones and tablets',
    suites: [
      suite('First start', 'From the store to the home screen', [
        'a fresh install',
        'an update',
        'no network',
        'permissions refused',
        'permissions granted',
        'a small screen',
        'a tablet',
        'dark mode',
        'large type',
        'a screen reader',
        'landscape',
        'a slow phone',
        'an old version',
      ]),
      suite('Search', 'Finding things', [
        'one word',
        'two words',
        'a typo',
        'no result',
        'a filter',
        'two filters',
        'sorting by price',
        'a barcode',
        'voice',
        'history',
        'a cleared history',
        'a long list',
      ]),
      suite('Notifications', 'What calls people back', [
        'an order sent',
        'an order delivered',
        'a price drop',
        'silenced',
        'a quiet night',
        'a tap',
        'a swipe',
        'a badge',
        'two devices',
        'signed out',
        'a broken image',
        'a deep link',
      ]),
      suite('Offline', 'When the train enters the tunnel', [
        'reading the cart',
        'adding an item',
        'searching',
        'paying',
        'coming back',
        'two changes at once',
        'an expired session',
        'a full disk',
        'flight mode',
        'a slow network',
        'a captive portal',
        'a restart',
        'old data',
      ]),
    ],
  },
]

/** One case per situation. Every third case is automated, every third has steps. */
function suite(name: string, description: string, situations: string[]): DemoSuite {
  const cases = situations.map((situation, index) => ({
    name: `${name}: ${situation}`,
    expected: EXPECTATIONS[(index + name.length) % EXPECTATIONS.length] as string,
    ...(index % 3 === 2 && { auto: true as const }),
    preconditions: index % 3 === 1 ? 'A customer is signed in' : null,
    steps: index % 3 === 1 ? stepsFor(name, situation) : [],
    priority: PRIORITIES[(index + name.length) % PRIORITIES.length] as Priority,
    tags: tagsFor(name, index),
  }))
  return { name, description, cases }
}

function stepsFor(area: string, situation: string): Step[] {
  return [
    { action: `Open **${area}** in a new window`, expected: 'It loads without an error' },
    { action: `Prepare ${situation}`, expected: '' },
    { action: 'Confirm', expected: 'What is shown is what the server answered' },
  ]
}

function tagsFor(area: string, index: number): string[] {
  const marks = { smoke: index < 2, regression: index % 2 === 0, slow: index % 5 === 4 }
  return [area.toLowerCase(), ...Object.entries(marks).flatMap(([tag, has]) => (has ? [tag] : []))]
}
