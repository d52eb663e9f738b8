import { expect, test } from 'vitest'
import { readBuild } from './build.ts'

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '9001',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SHA: 'a1b2c3d4e5f6',
  GITHUB_EVENT_NAME: 'push',
}

const AZURE = {
  BUILD_BUILDURI: 'vstfs:///Build/Build/77',
  BUILD_BUILDID: '77',
  BUILD_BUILDNUMBER: '20261122.1',
  BUILD_SOURCEBRANCH: 'refs/heads/main',
  BUILD_SOURCEVERSION: 'a1b2',
  SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: 'https://dev.azure.com/acme/',
  SYSTEM_TEAMPROJECT: 'Our shop',
  SYSTEM_JOBATTEMPT: '2',
}

const BUILDS: [string, Record<string, string>, object][] = [
  [
    'GitHub Actions',
    GITHUB,
    {
      ci: 'GitHub Actions',
      run: 'github-9001',
      branch: 'main',
      commit: 'a1b2c3d4e5f6',
      buildUrl: 'https://github.com/acme/shop/actions/runs/9001',
      attempt: 1,
    },
  ],
  [
    'a pull request on GitHub Actions',
    {
      ...GITHUB,
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_REF: 'refs/pull/7/merge',
      GITHUB_HEAD_REF: 'fix-cart',
      GITHUB_RUN_ATTEMPT: '3',
    },
    { run: 'github-9001', branch: 'fix-cart', attempt: 3 },
  ],
  [
    'GitHub Actions without its optional variables',
    { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '9001' },
    { run: 'github-9001', branch: undefined, commit: undefined, buildUrl: undefined, attempt: undefined },
  ],
  [
    'a pull_request_target without its event file',
    { ...GITHUB, GITHUB_EVENT_NAME: 'pull_request_target', GITHUB_EVENT_PATH: '/nonexistent/event.json' },
    undefined as never,
  ],
  [
    'GitLab',
    {
      GITLAB_CI: 'true',
      CI_PIPELINE_ID: '5150',
      CI_JOB_ID: '99',
      CI_PROJECT_URL: 'https://gitlab.com/acme/shop',
      CI_PROJECT_PATH: 'acme/shop',
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_SHA: 'a1b2',
    },
    {
      ci: 'GitLab CI/CD',
      run: 'gitlab-5150',
      branch: 'main',
      commit: 'a1b2',
      buildUrl: 'https://gitlab.com/acme/shop/pipelines/5150',
      attempt: undefined,
    },
  ],
  [
    'Jenkins',
    {
      JENKINS_URL: 'https://jenkins.example.com/',
      BUILD_NUMBER: '12',
      BUILD_TAG: 'jenkins-shop-main-12',
      BUILD_URL: 'https://jenkins.example.com/job/shop/12/',
      GIT_BRANCH: 'origin/main',
      GIT_COMMIT: 'a1b2',
    },
    {
      ci: 'Jenkins',
      run: 'jenkins-shop-main-12',
      branch: 'main',
      commit: 'a1b2',
      buildUrl: 'https://jenkins.example.com/job/shop/12/',
      attempt: undefined,
    },
  ],
  [
    'Azure Pipelines',
    AZURE,
    {
      ci: 'Azure Pipelines',
      run: 'azurePipelines-77',
      branch: 'main',
      buildUrl: 'https://dev.azure.com/acme/Our%20shop/_build/results?buildId=77',
      attempt: 2,
    },
  ],
  [
    'CircleCI',
    { CIRCLECI: 'true', CIRCLE_WORKFLOW_ID: 'f00d', CIRCLE_BUILD_NUM: '3', CIRCLE_BRANCH: 'main', CIRCLE_SHA1: 'a1b2' },
    { ci: 'CircleCI', run: 'circleci-f00d', branch: 'main', commit: 'a1b2', attempt: undefined },
  ],
  [
    'Buildkite',
    {
      BUILDKITE: 'true',
      BUILDKITE_BUILD_ID: 'beef',
      BUILDKITE_BUILD_NUMBER: '5',
      BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/shop/builds/5',
      BUILDKITE_BRANCH: 'main',
      BUILDKITE_COMMIT: 'a1b2',
      BUILDKITE_PULL_REQUEST: 'false',
      BUILDKITE_RETRY_COUNT: '1',
    },
    { ci: 'Buildkite', run: 'buildkite-beef', branch: 'main', commit: 'a1b2', attempt: 2 },
  ],
  [
    'Bitbucket',
    { BITBUCKET_BUILD_NUMBER: '8', BITBUCKET_REPO_FULL_NAME: 'acme/shop', BITBUCKET_STEP_RUN_NUMBER: '1' },
    { ci: 'Bitbucket Pipelines', run: 'bitbucket-acme/shop-8', attempt: 1 },
  ],
]

test.each(BUILDS)('the build of %s is read from its variables', (_, env, expected) => {
  const build = readBuild(env)
  if (expected === undefined) expect(build).toBeUndefined()
  else expect(build).toMatchObject(expected)
})

test('outside a CI there is no build', () => {
  expect(readBuild({ PATH: process.env['PATH'] ?? '' })).toBeUndefined()
})

test('a run key keeps the end of an id that is longer than a key may be', () => {
  const { run = '' } =
    readBuild({ JENKINS_URL: 'x', BUILD_NUMBER: '12', BUILD_TAG: `jenkins-${'job-'.repeat(100)}12` }) ?? {}
  expect([run.length, run.endsWith('job-12')]).toEqual([255, true])
})
