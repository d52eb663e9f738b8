export const RECENT_RUNS = 5
