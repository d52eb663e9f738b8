type Workflow = { title: string; intro: string; script: string }

const PREPARE = `API='{baseUrl}'
PROJECT='{projectId}'
call() { curl -sf -u "$PROJECT:{clientSecret}" -H 'Content-Type: application/json' "$@"; }
`

/** Shell scripts that run unchanged. They need `jq`. */
export const WORKFLOWS: Workflow[] = [
  {
    title: 'Workflow 1: automated API tests',
    intro: 'A script makes its suite and case, starts a run, sends what it saw and completes the run.',
    script: `${PREPARE}
SUITE=$(call "$API/test-suites" -d "{\\"name\\":\\"Health\\",\\"projectId\\":\\"$PROJECT\\"}" | jq -r .id)
CASE=$(call "$API/test-cases" -d "{\\"name\\":\\"Answers 200\\",\\"type\\":\\"automated\\",\\"testSuiteId\\":\\"$SUITE\\"}" | jq -r .id)
RUN=$(call "$API/test-cases/project/$PROJECT/test-run" -d '{"description":"Nightly build"}' | jq -r .id)

STATUS=$(curl -s -o /dev/null -w '%{http_code}' "$API/health")
call "$API/test-cases/$CASE/execute" \\
  -d "{\\"testRunId\\":\\"$RUN\\",\\"expectedValue\\":\\"200\\",\\"actualValue\\":\\"$STATUS\\"}" | jq .status

call -X POST "$API/test-cases/test-run/$RUN/complete" | jq .summary`,
  },
  {
    title: 'Workflow 2: a manual check of the interface',
    intro: 'A script prepares the case and the run; a tester enters the value under Test Runs, or the script sends it.',
    script: `${PREPARE}
SUITE=$(call "$API/test-suites" -d "{\\"name\\":\\"Sign-in page\\",\\"projectId\\":\\"$PROJECT\\"}" | jq -r .id)
CASE=$(call "$API/test-cases" -d "{\\"name\\":\\"A wrong password is refused\\",\\"type\\":\\"manual\\",
  \\"expectedValueType\\":\\"boolean\\",\\"expectedValue\\":\\"true\\",\\"testSuiteId\\":\\"$SUITE\\"}" | jq -r .id)
RUN=$(call "$API/test-cases/project/$PROJECT/test-run" -d '{"description":"Before the release"}' | jq -r .id)

call "$API/test-cases/$CASE/execute-manual" \\
  -d "{\\"testRunId\\":\\"$RUN\\",\\"actualValue\\":\\"true\\",\\"notes\\":\\"Tried in Firefox\\"}" | jq .status

call -X POST "$API/test-cases/test-run/$RUN/complete" | jq .summary`,
  },
]
