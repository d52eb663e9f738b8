/** Separates the names of nested suites in the name of one: 'Payments › Cards'. */
export const SUITE_SEPARATOR = ' › '
