import envCi from 'env-ci'

export type Build = {
  ci: string
  /** Shared by all jobs and attempts of one build. */
  run: string | undefined
  branch: string | undefined
  commit: string | undefined
  buildUrl: string | undefined
  /** 1 for the first attempt; undefined if the CI does not count attempts. */
  attempt: number | undefined
}

/** Replaces `build` of env-ci where it repeats across jobs or pipelines. */
const BUILD_ID: Record<string, string> = {
  azurePipelines: 'BUILD_BUILDID',
  buildkite: 'BUILDKITE_BUILD_ID',
  circleci: 'CIRCLE_WORKFLOW_ID',
  github: 'GITHUB_RUN_ID',
  gitlab: 'CI_PIPELINE_ID',
  jenkins: 'BUILD_TAG',
  travis: 'TRAVIS_BUILD_ID',
}

/** `first` is the number that the CI gives to the first attempt. */
const ATTEMPT: Record<string, { variable: string; first: number }> = {
  azurePipelines: { variable: 'SYSTEM_JOBATTEMPT', first: 1 },
  bitbucket: { variable: 'BITBUCKET_STEP_RUN_NUMBER', first: 1 },
  buildkite: { variable: 'BUILDKITE_RETRY_COUNT', first: 0 },
  github: { variable: 'GITHUB_RUN_ATTEMPT', first: 1 },
}

const KEY_MAX = 255

export function readBuild(env: NodeJS.ProcessEnv): Build | undefined {
  const found = detect(env)
  if (found?.name === undefined || found.service === undefined) return undefined
  const { name, service, commit, branch, prBranch, tag, buildUrl } = found
  return {
    ci: name,
    run: runKey(service, found, env),
    // The branch under test, not the target of the merge.
    branch: env['GITHUB_HEAD_REF'] || localBranch(service, prBranch || branch) || tag || undefined,
    commit: commit || undefined,
    buildUrl: [buildUrl, azureUrl(env)].find(isWebAddress),
    attempt: attemptOf(service, env),
  }
}

/** Jenkins names a branch by its remote, unless it checks out a local one. */
const localBranch = (service: string, branch: string | undefined) =>
  service === 'jenkins' ? branch?.replace(/^origin\//, '') : branch

/** env-ci reads the event file of a pull request, which may be missing in a container. */
function detect(env: NodeJS.ProcessEnv): ReturnType<typeof envCi> | undefined {
  try {
    return envCi({ env })
  } catch {
    return undefined
  }
}

function runKey(service: string, found: { build?: string; slug?: string }, env: NodeJS.ProcessEnv): string | undefined {
  const variable = BUILD_ID[service]
  const id = variable === undefined ? undefined : env[variable]
  if (id) return withService(service, id)
  return found.build ? withService(service, [found.slug, found.build].filter(Boolean).join('-')) : undefined
}

/** The end of an id tells builds apart, so long ids lose their start. Jenkins' own id begins with its name. */
function withService(service: string, id: string): string {
  const prefix = `${service}-`
  return id.startsWith(prefix)
    ? prefix + id.slice(prefix.length).slice(-(KEY_MAX - prefix.length))
    : prefix + id.slice(-(KEY_MAX - prefix.length))
}

function attemptOf(service: string, env: NodeJS.ProcessEnv): number | undefined {
  const counted = ATTEMPT[service]
  const number = counted && /^\d{1,6}$/.test(env[counted.variable] ?? '') ? Number(env[counted.variable]) : undefined
  return counted && number !== undefined ? number - counted.first + 1 : undefined
}

/** env-ci lacks the address on Azure Pipelines. */
function azureUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: server, SYSTEM_TEAMPROJECT: project, BUILD_BUILDID: id } = env
  if (!server || !project || !id) return undefined
  return `${server}${encodeURIComponent(project)}/_build/results?buildId=${id}`
}

/** env-ci formats missing variables as 'undefined/…'. */
function isWebAddress(text: string | undefined): boolean {
  return text !== undefined && /^https?:\/\/[^/]/.test(text) && !text.includes('undefined')
}
