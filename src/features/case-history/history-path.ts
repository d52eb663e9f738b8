/** The address of the history of a case. */
export const pathOfHistory = (projectId: string, ref: string) => `/projects/${projectId}?tab=quality&history=${ref}`
