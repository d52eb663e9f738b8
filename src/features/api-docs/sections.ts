import type { Example } from './curl.ts'

type Section = { id: string; title: string; intro: string; examples: Example[] }

/** The calls that a harness makes, by subject. */
export const SECTIONS: Section[] = [
  {
    id: 'projects',
    title: 'Projects',
    intro:
      'People create and list projects with their access token, which signing in answers. Everything inside one project can be done with that project’s own credentials.',
    examples: [
      {
        title: 'Sign in',
        method: 'POST',
        path: '/auth/sign-in',
        by: 'anyone',
        body: { email: 'ada@example.com', password: 'YOUR_PASSWORD' },
        answers: 'accessToken, user and mustResetPassword.',
      },
      {
        title: 'Create a project',
        method: 'POST',
        path: '/projects',
        by: 'person',
        body: { name: 'Checkout API', description: 'Carts, payments and receipts' },
        answers: 'the project, with its id and clientSecret.',
      },
      {
        title: 'List your projects',
        method: 'GET',
        path: '/projects',
        by: 'person',
        answers: 'your projects, newest first.',
      },
      {
        title: 'Read a project',
        method: 'GET',
        path: '/projects/{projectId}',
        by: 'project',
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
        method: 'POST',
        path: '/test-suites',
        by: 'project',
        body: { name: 'Payments', description: 'Cards, refunds and receipts', projectId: '{projectId}' },
        answers: 'the suite, with its id and number.',
      },
      {
        title: 'List the test suites of a project',
        method: 'GET',
        path: '/test-suites/project/{projectId}',
        by: 'project',
        answers: 'the suites in order, with their cases.',
      },
    ],
  },
  {
    id: 'test-cases',
    title: 'Test Cases',
    intro:
      'A manual case needs an expected value and its type. An automated case needs neither: its harness sends what it expected.',
    examples: [
      {
        title: 'Create a manual test case',
        method: 'POST',
        path: '/test-cases',
        by: 'project',
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
        method: 'POST',
        path: '/test-cases',
        by: 'project',
        body: { name: 'POST /payments answers 201', type: 'automated', testSuiteId: '{testSuiteId}' },
        answers: 'the case; its type reads "auto".',
      },
      {
        title: 'List the test cases of a suite',
        method: 'GET',
        path: '/test-cases/test-suite/{testSuiteId}',
        by: 'project',
        answers: 'the cases in order.',
      },
    ],
  },
  {
    id: 'test-runs',
    title: 'Test Runs',
    intro:
      'A run is one pass over all cases of a project, kept as they were when it started. Only a running run takes results.',
    examples: [
      {
        title: 'Start a test run',
        method: 'POST',
        path: '/test-cases/project/{projectId}/test-run',
        by: 'project',
        body: { description: 'Nightly build' },
        answers: 'the run, with its id and one pending result for each case.',
      },
      {
        title: 'Record an automated result',
        method: 'POST',
        path: '/test-cases/{testCaseId}/execute',
        by: 'project',
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
        method: 'POST',
        path: '/test-cases/{testCaseId}/execute-manual',
        by: 'project',
        body: { testRunId: '{testRunId}', actualValue: '29.90', notes: 'Checked in Firefox', executionTimeMs: 45_000 },
        answers: 'the result, compared with what the case expects.',
      },
      {
        title: 'List the test runs of a project',
        method: 'GET',
        path: '/test-cases/project/{projectId}/test-runs',
        by: 'project',
        answers: 'the runs, newest first, each with its counts.',
      },
      {
        title: 'Read a test run',
        method: 'GET',
        path: '/test-cases/test-run/{testRunId}',
        by: 'project',
        answers: 'the run with all its results.',
      },
      {
        title: 'Complete a test run',
        method: 'POST',
        path: '/test-cases/test-run/{testRunId}/complete',
        by: 'project',
        answers: 'the completed run.',
      },
    ],
  },
]
