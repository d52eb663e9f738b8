import { NAME_MAX } from '#shared/limits.ts'
import { ReportAnswer, ReportCheck, UploadReport } from '#shared/test-reports/test-report.ts'
import { FILE_CONTENT } from '../openapi/file-content.ts'
import { headerRefs, IDEMPOTENCY_KEY } from '../openapi/headers.ts'
import { verbOf } from '../openapi/operation.ts'
import { REPORT_CHECK_PATH, REPORT_PATH } from './test-reports.route.ts'

const DESCRIPTION = `The body is the report itself, plain or as gzip: JUnit XML, CTRF, Playwright JSON, Jest or Vitest
JSON, TAP, TRX, an Allure result, Cucumber JSON or messages, Robot Framework XML, NUnit 2 or 3 XML, xUnit.net XML, the
output of go test -json, Mocha or mochawesome JSON, newman JSON, or TestNG XML. The Allure results of a folder are one
report: as a zip file, or as lines such as {"file": "1-result.json", "content": {…}} for results and containers, then
{"file": "a.png", "base64": "…"} for attachments. The format is detected from the content, whatever content type the request names. Several tests of one name are test cases of their own, unless the
report calls them retries. Unknown suites and cases are created. The same bytes for the same
run and shard are recorded once: sent again, they get the first answer. Attachments in the report are attached to its results. Those
beside it are named in the answer, for the sender to attach. The branch, commit, environment, address of the build and
milestone fill what the run does not say yet; they replace nothing.`

const { run, description, shard, retry, complete } = UploadReport.shape

const headers = headerRefs(['X-Request-Id', 'Idempotency-Replayed'])

const CHECK = 'Reads a report as an upload would, and counts its tests. Nothing is recorded.'

/** Documents the report routes, which are no procedures. `refusals` are references to responses. */
export function reportPaths(refusals: Record<string, object>, security: object[]): Record<string, object> {
  const operation = {
    tags: ['Test reports'],
    description: DESCRIPTION.replaceAll('\n', ' '),
    ...verbOf('record'),
    security,
    parameters: [IDEMPOTENCY_KEY],
    requestParams: {
      path: UploadReport.pick({ projectId: true }),
      query: UploadReport.omit({ projectId: true }).extend({
        run: run.meta({
          description:
            `The key or id of the run, up to ${NAME_MAX} characters. An unknown key starts a run; without a key, each ` +
            'upload starts one',
        }),
        description: description.meta({
          description: 'Description of a new run; defaults to its key',
        }),
        shard: shard.meta({
          description: `Which part of the run this is, such as 3/8. Up to ${NAME_MAX} characters`,
        }),
        retry: retry.meta({
          description:
            'Whether the tests were executed again after the earlier reports of the run: their results replace those. Otherwise the most severe counts',
        }),
        complete: complete.meta({
          description: 'Completes the run once this report, and every shard of it, is recorded',
        }),
      }),
    },
    requestBody: { required: true, content: FILE_CONTENT },
    responses: {
      201: { description: 'Recorded', headers, content: { 'application/json': { schema: ReportAnswer } } },
      200: { description: 'Recorded before', headers, content: { 'application/json': { schema: ReportAnswer } } },
      ...refusals,
    },
  }
  const { 409: _, ...checkRefusals } = refusals
  const check = {
    tags: ['Test reports'],
    description: CHECK,
    ...verbOf('record'),
    security,
    requestParams: { path: UploadReport.pick({ projectId: true }) },
    requestBody: operation.requestBody,
    responses: {
      200: {
        description: 'Read',
        headers: headerRefs(['X-Request-Id']),
        content: { 'application/json': { schema: ReportCheck } },
      },
      ...checkRefusals,
    },
  }
  return {
    [REPORT_CHECK_PATH]: {
      put: { operationId: 'testReports_check', summary: 'Read a report without recording it', ...check },
      post: {
        operationId: 'testReports_checkByPost',
        summary: 'Read a report without recording it, by POST',
        ...check,
      },
    },
    [REPORT_PATH]: {
      put: { operationId: 'testReports_upload', summary: 'Record a report', ...operation },
      post: { operationId: 'testReports_uploadByPost', summary: 'Record a report by POST', ...operation },
    },
  }
}
