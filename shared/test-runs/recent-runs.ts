/** The number of runs that a project's list shows. */
export const RECENT_RUNS = 5
