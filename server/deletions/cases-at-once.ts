/** The number of cases per transaction of a long write. Other writes wait for a transaction. */
export const CASES_AT_ONCE = 75
