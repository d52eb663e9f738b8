/** How many runs the list of a project shows. */
export const RECENT_RUNS = 5
