/** The maximum number of projects per read. Without zod: a page asks for them before the app has loaded. */
export const CARDS_MAX = 50
