export const pathOfCase = (projectId: string, ref: string) =>
  `/projects/${projectId}?${new URLSearchParams({ case: ref }).toString()}`

export const pathOfHistory = (projectId: string, ref: string) => `/projects/${projectId}?tab=quality&history=${ref}`

/** A run; with a case, its result there in an open panel. */
export const pathOfRun = (projectId: string, testRunId: string, testCaseId?: string) =>
  `/projects/${projectId}?tab=runs&run=${testRunId}${testCaseId === undefined ? '' : `&case=${testCaseId}`}`
