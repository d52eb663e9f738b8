import type { Example } from './curl.ts'

type Section = { id: string; title: string; intro: string; examples: Example[] }

export const SECTIONS: Section[] = [
  {
    id: 'projects',
    title: 'Projects',
    intro:
      'People create and list projects with their access token, which signing in answers. ' +
      'Everything inside one project can be done with that project’s own credentials.',
    examples: [
      {
        title: 'Sign in',
        call: 'POST /auth/sign-in',
        by: 'anyone',
        body: { email: 'ada@example.com', password: 'YOUR_PASSWORD' },
        answers: 'accessToken, user and mustResetPassword.',
      },
      {
        title: 'Create a project',
        call: 'POST /projects',
        by: 'person',
        body: { name: 'Checkout API', description: 'Carts, payments and receipts' },
        answers: 'the project, with its id and clientSecret.',
      },
      {
        title: 'List your projects',
        call: 'GET /projects',
        by: 'person',
        answers: 'your projects, newest first.',
      },
      {
        title: 'Read a project',
        call: 'GET /projects/{projectId}',
        answers: 'the project, with its suites and their cases.',
      },
    ],
  },
  {
    id: 'test-suites',
    title: 'Test Suites',
    intro: 'A suite groups the cases of one subject. Suites are numbered by their order in the project.',
    examples: [
      {
        title: 'Create a test suite',
        call: 'POST /test-suites',
        body: { name: 'Payments', description: 'Cards, refunds and receipts', projectId: '{projectId}' },
        answers: 'the suite, with its id and number.',
      },
      {
        title: 'List the test suites of a project',
        call: 'GET /test-suites/project/{projectId}',
        answers: 'the suites in order, with their cases.',
      },
    ],
  },
  {
    id: 'test-cases',
    title: 'Test Cases',
    intro:
      'A manual case needs an expected value and its type. An automated case needs neither: ' +
      'its harness sends what it expected.',
    examples: [
      {
        title: 'Create a manual test case',
        call: 'POST /test-cases',
        body: {
          name: 'Total of a cart with two books',
          description: 'Add two books and read the total',
          type: 'manual',
          expectedValueType: 'number',
          expectedValue: '29.90',
          testSuiteId: '{testSuiteId}',
        },
        answers: 'the case, with its id and number.',
      },
      {
        title: 'Create an automated test case',
        call: 'POST /test-cases',
        body: { name: 'POST /payments answers 201', type: 'automated', testSuiteId: '{testSuiteId}' },
        answers: 'the case; its type reads "auto".',
      },
      {
        title: 'List the test cases of a suite',
        call: 'GET /test-cases/test-suite/{testSuiteId}',
        answers: 'the cases in order.',
      },
    ],
  },
  {
    id: 'test-runs',
    title: 'Test Runs',
    intro:
      'A run is one pass over all cases of a project, kept as they were when it started. ' +
      'Only a running run takes results.',
    examples: [
      {
        title: 'Start a test run',
        call: 'POST /test-cases/project/{projectId}/test-run',
        body: { description: 'Nightly build' },
        answers: 'the run, with its id and one pending result for each case.',
      },
      {
        title: 'Record an automated result',
        call: 'POST /test-cases/{testCaseId}/execute',
        body: {
          testRunId: '{testRunId}',
          expectedValue: '201',
          actualValue: '201',
          errorMessage: null,
          executionTimeMs: 182,
        },
        answers: 'the result. An error message makes it error, a different value failed.',
      },
      {
        title: 'Record a manual result',
        call: 'POST /test-cases/{testCaseId}/execute-manual',
        body: { testRunId: '{testRunId}', actualValue: '29.90', notes: 'Checked in Firefox', executionTimeMs: 45_000 },
        answers: 'the result, compared with what the case expects.',
      },
      {
        title: 'List the test runs of a project',
        call: 'GET /test-cases/project/{projectId}/test-runs',
        answers: 'the runs, newest first, each with its counts.',
      },
      {
        title: 'Read a test run',
        call: 'GET /test-cases/test-run/{testRunId}',
        answers: 'the run with all its results.',
      },
      {
        title: 'Complete a test run',
        call: 'POST /test-cases/test-run/{testRunId}/complete',
        answers: 'the completed run.',
      },
    ],
  },
]
