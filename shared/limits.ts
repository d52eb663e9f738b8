/* The limits of inputs that code checks without a schema. This file and case-enums.ts do without zod: pages load them. */

/** In characters. */
export const NAME_MAX = 255
export const TEXT_MAX = 10_000
export const TRACE_MAX = 50_000
export const VALUE_MAX = 100_000

/** The maximum number of cases, of results or of projects that one call may name. */
export const CASE_IDS_MAX = 5_000
export const RESULTS_BY_ID_MAX = 200
export const CARDS_MAX = 50

/** The minimum number of characters of a search for users, and the maximum number of matches. */
export const USER_SEARCH_MIN = 2
export const USER_SEARCH_LIMIT = 10
