import type { Door } from '#shared/arrivals/arrival.ts'

/** The values that the variables contain. */
type Values = { origin: string; projectId: string; secret: string }

/** `door`: the way that arrivals are counted by; null if none are. */
type Integration = { door: Door | null; title: string; text: string; variables: (values: Values) => string[] }

/** Stands for a secret that is not shown. */
export const HIDDEN_SECRET = 'the-client-secret'

/** The ways by which results of other tools arrive, with the variables that their callers need. */
export const INTEGRATIONS: Integration[] = [
  {
    door: 'qase',
    title: 'Qase reporters',
    text: 'The reporters of Qase for Playwright, Jest, Cypress and Cucumber send results while tests run.',
    variables: ({ origin, projectId, secret }) => [
      'QASE_MODE=testops',
      `QASE_TESTOPS_API_HOST=${origin}/qase`,
      `QASE_TESTOPS_API_TOKEN=${projectId}:${secret}`,
      `QASE_TESTOPS_PROJECT=${projectId}`,
      'QASE_TESTOPS_BATCH_SIZE=10',
      'QASE_TESTOPS_RUN_COMPLETE=true',
    ],
  },
  {
    door: 'testrail',
    title: 'TestRail reporters',
    text: 'Reporters and scripts for TestRail. Some call the password TESTRAIL_API_KEY, and the host TESTRAIL_DOMAIN.',
    variables: ({ origin, projectId, secret }) => [
      `TESTRAIL_HOST=${origin}`,
      `TESTRAIL_USERNAME=${projectId}`,
      `TESTRAIL_PASSWORD=${secret}`,
      `TESTRAIL_PROJECT_ID= # the "id" in ${origin}/index.php?/api/v2/get_projects`,
    ],
  },
  {
    door: 'reports',
    title: 'JUnit and other reports',
    text: 'The report file of a test runner, sent when its tests have ended.',
    variables: ({ origin, projectId, secret }) => [
      `curl -fsS -u '${projectId}:${secret}' -T report.xml \\`,
      `  '${origin}/api/test-runs/project/${projectId}/report?run=build-1'`,
    ],
  },
  {
    door: 'api',
    title: 'CI and scripts',
    text: 'The command assay, and scripts that record results one by one. The time is that of calls without a report.',
    variables: ({ origin, projectId, secret }) => [
      `ASSAY_URL=${origin}`,
      `ASSAY_PROJECT_ID=${projectId}`,
      `ASSAY_CLIENT_SECRET=${secret}`,
    ],
  },
  {
    door: null,
    title: 'Agents (MCP)',
    text: 'Claude Code, Cursor, VS Code and other agents read and write cases, runs and results. The last line starts a program instead.',
    variables: ({ origin, projectId, secret }) => {
      const authorization = `Basic ${secret === HIDDEN_SECRET ? 'base64-of-id:secret' : btoa(`${projectId}:${secret}`)}`
      const server = { url: `${origin}/mcp`, headers: { Authorization: authorization } }
      return [
        '# Claude Code',
        `claude mcp add --transport http assay ${origin}/mcp --header "Authorization: ${authorization}"`,
        '# Cursor: .cursor/mcp.json',
        JSON.stringify({ mcpServers: { assay: server } }),
        '# VS Code: .vscode/mcp.json',
        JSON.stringify({ servers: { assay: { type: 'http', ...server } } }),
        '# Claude Desktop and others, with the command assay',
        JSON.stringify({ mcpServers: { assay: { command: 'assay', args: ['mcp'] } } }),
      ]
    },
  },
]
