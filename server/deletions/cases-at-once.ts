/** How many cases one transaction of a long write is about: other writes wait for it. */
export const CASES_AT_ONCE = 150
