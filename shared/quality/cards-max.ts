/** The projects whose cards are read in one call. Without zod: a page asks for them before the app runs. */
export const CARDS_MAX = 50
