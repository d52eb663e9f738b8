/** Results per page. */
export const PAGE = 50

/** The input of `testResults.listInRun` for the page of a suite that starts at a row. */
export const pageInput = (testRunId: string, suiteId: string, start: number) => ({
  testRunId,
  suiteId,
  limit: PAGE,
  offset: start,
})
