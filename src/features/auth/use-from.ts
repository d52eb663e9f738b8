import { useHistoryState } from 'wouter/use-browser-location'

/** The page that was asked for before this one stood in its way: a sign-in, a new password, or a second factor. */
export const useFrom = (): string => useHistoryState<{ from?: string } | null>()?.from ?? '/'
