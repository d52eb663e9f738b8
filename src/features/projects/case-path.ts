export const pathOfCase = (projectId: string, ref: string) =>
  `/projects/${projectId}?${new URLSearchParams({ case: ref }).toString()}`

export const pathOfHistory = (projectId: string, ref: string) => `/projects/${projectId}?tab=quality&history=${ref}`
