/* The past weeks of the demo: its runs, and their failures. `n` counts the runs of a series from 0, the oldest. */

/** Cases that fail from run `from` to run `to`; without `to` until today. */
type Trouble = { cases: string[]; from: number; to?: number; error?: string }

/** A flaky case: it fails in the runs `fails`, and passes on retry in the runs `retries`. */
type Unsteady = { name: string; fails: number[]; retries: number[] }

export type Series = {
  project: string
  branch: string
  environment: string
  milestone?: string
  /** The start of each run, in days before the seed. */
  daysAgo: number[]
  name: (n: number) => string
  /** The person who starts the run, or the project's own credential. */
  by: (n: number) => 0 | 1 | 2 | 'machine'
  /** Cases that are not in the runs. */
  without?: string[]
  /** The factor by which the tests are slower. */
  pace?: (n: number) => number
  troubles: Trouble[]
  unsteady?: Unsteady[]
  notYet?: string[]
  /** The last run is still running: its first cases are recorded. */
  isRunning?: true
}

const REFUSED = 'Error: connect ECONNREFUSED 10.0.0.7:443'
const NOT_BACK = 'Error: no redirect after the cancel'
const LATE = 'TimeoutError: the bank did not answer within 5000 ms'

/** One each night, and the last one this morning. */
const nightly = (runs: number) => Array.from({ length: runs }, (_, n) => runs - 1 - n + 0.25)

/** Executed by hand before a release only. */
const BY_HAND = ['Shipping: a lost parcel', 'Shipping: a return label', 'Receipt: the archive', 'Payment: an invoice']

/** Since a merge two weeks ago a cancelled 3-D Secure fails; this morning two more cases fail. */
const CHECKOUT: Series = {
  project: 'Checkout API',
  branch: 'main',
  environment: 'staging',
  daysAgo: nightly(28),
  name: (n) => (n === 13 ? 'Merge: new provider of 3-D Secure' : `Nightly ${401 + n}`),
  by: (n) => (n === 13 ? 1 : 'machine'),
  without: BY_HAND,
  pace: (n) => (n < 12 ? 1 + n * 0.01 : n < 20 ? 1.5 + n * 0.02 : 1.1),
  troubles: [
    { cases: ['Receipt: right-to-left text', 'Receipt: a long name'], from: 3, to: 9 },
    { cases: ['Cart: a foreign currency'], from: 6, to: 8 },
    {
      cases: [
        'Payment: 3-D Secure',
        'Payment: a valid card',
        'Payment: a wallet',
        'Payment: a partial refund',
        'Payment: a full refund',
      ],
      from: 13,
      to: 16,
      error: REFUSED,
    },
    { cases: ['Payment: a cancelled 3-D Secure'], from: 13, error: NOT_BACK },
    { cases: ['Shipping: an island'], from: 10, to: 12 },
    { cases: ['Cart: two vouchers', 'Receipt: the tax lines'], from: 27 },
  ],
  unsteady: [
    { name: 'Payment: a time-out at the bank', fails: [5, 9, 14, 20, 24], retries: [2, 17, 22, 26] },
    { name: 'Payment: a double click', fails: [10, 23], retries: [7, 19, 25] },
    { name: 'Shipping: a tracking number', fails: [21], retries: [13, 24] },
  ],
}

/** Tested by people; the newest run is in progress. */
const RELEASE: Series = {
  project: 'Checkout API',
  branch: 'release/2.4',
  environment: 'production',
  milestone: '2.4',
  daysAgo: [13.3, 11.4, 9.3, 7.4, 5.3, 3.4, 1.3, 0.03],
  name: (n) => `Release candidate 2.4.${n}`,
  by: (n) => (n % 2 === 0 ? 0 : 2),
  without: BY_HAND,
  troubles: [
    { cases: ['Cart: an expired voucher', 'Shipping: abroad'], from: 0, to: 1 },
    { cases: ['Payment: an expired card'], from: 1, to: 2 },
    { cases: ['Payment: a cancelled 3-D Secure'], from: 0, error: NOT_BACK },
  ],
  notYet: ['Cart: two vouchers', 'Receipt: the tax lines', 'Payment: a cancelled 3-D Secure'],
  isRunning: true,
}

/** The only run of the cases that are executed by hand. */
const REGRESSION: Series = {
  project: 'Checkout API',
  branch: 'release/2.3',
  environment: 'production',
  milestone: '2.3',
  daysAgo: [24.4],
  name: () => 'Full regression 2.3',
  by: () => 2,
  troubles: [],
}

/** Improving: nothing has failed since yesterday. */
const ACCOUNTS: Series = {
  project: 'Accounts',
  branch: 'main',
  environment: 'staging',
  daysAgo: nightly(20),
  name: (n) => `Nightly ${180 + n}`,
  by: () => 'machine',
  troubles: [
    { cases: ['Sign-in: too many tries', 'Two factors: a wrong clock', 'Profile: an export'], from: 2, to: 8 },
    { cases: ['Sign-up: an emoji in the name', 'Profile: a time zone'], from: 4, to: 11 },
    { cases: ['Two factors: a hardware key'], from: 6, to: 18 },
  ],
  unsteady: [{ name: 'Two factors: a text message', fails: [3, 15], retries: [9, 17] }],
}

/** Broken: a server has been down since the last run. */
const MOBILE: Series = {
  project: 'Mobile App',
  branch: 'main',
  environment: 'devices',
  daysAgo: [20.4, 17.4, 14.4, 11.4, 8.4, 6.4, 4.4, 2.4, 1.2],
  name: (n) => `Weekly build ${70 + n}`,
  by: (n) => (n % 3) as 0 | 1 | 2,
  troubles: [
    { cases: ['Offline: a captive portal', 'Search: voice'], from: 3 },
    { cases: ['Notifications: a quiet night'], from: 2, to: 3 },
    {
      cases: ['Search: one word', 'Search: two words', 'Search: a typo', 'Search: no result', 'Search: a filter'],
      from: 8,
      error: REFUSED,
    },
  ],
  unsteady: [{ name: 'Offline: a slow network', fails: [2, 5, 7], retries: [4] }],
}

export const HISTORY = [CHECKOUT, RELEASE, REGRESSION, ACCOUNTS, MOBILE]

export const ERROR_OF_UNSTEADY = LATE
