/* @types/env-ci describes version 3, without GitHub Actions and today's Azure Pipelines. */
declare module 'env-ci' {
  type Found = {
    isCi: boolean
    name?: string
    service?: string
    commit?: string
    branch?: string
    tag?: string
    build?: string
    buildUrl?: string
    slug?: string
    isPr?: boolean
    prBranch?: string
  }
  export default function envCi(options?: { env?: NodeJS.ProcessEnv; cwd?: string }): Found
}
