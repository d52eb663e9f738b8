import { type Row, testsOf } from './entry.ts'

const documented = testsOf('features/api-docs/documented-calls')
const caseForm = testsOf('features/test-cases/case-form')
const invite = testsOf('features/invites/invite-page')
const inviteDetails = testsOf('features/invites/invite-details')
const login = testsOf('features/auth/login-page')
const members = testsOf('features/members/members')
const memberDetails = testsOf('features/members/member-details')
const rule = testsOf('features/auth/session-rule')
const runs = testsOf('features/test-runs/test-runs')
const runStates = testsOf('features/test-runs/run-states')
const suites = testsOf('features/test-suites/test-suites')
const toasts = testsOf('ui/toast-duration')

const SEARCH = 'A search begins at 2 characters, and 300 ms after the last one'
const DROPDOWN = 'The dropdown offers the five latest runs and shows the latest'
const OPENED_SUITE = 'A suite lists its cases with number, type and expected value once it is opened'
const STORED = 'Signing in stores the session and leads to the projects'

/** §9: the constants and limits. */
export const LIMITS: Row[] = [
  invite.holds(
    'A password of 5 characters is too short',
    'A short password is refused: "Password must be at least 6 characters long"',
  ),
  rule.holds('A password of 6 characters is long enough', 'Sign-up and reset take a password of exactly 6 characters'),
  invite.shows(
    'The invite expires in 24 hours',
    'Somebody new accepts an invite, is welcomed, and 3 s later is at /login',
  ),
  members.shows('expires in 24 hours', 'An unknown email gives a link to copy, another one, and done'),
  inviteDetails.holds(
    'Redirect 3 s after invite acceptance',
    'The welcome stays for 3 s to the moment, and then /login is shown',
  ),
  memberDetails.holds(
    'The invite modal closes 2 s after an existing user is added',
    'The dialog closes 2 s after an existing user is added',
  ),
  memberDetails.holds('The user search needs at least 2 characters', SEARCH),
  memberDetails.holds('The user search is debounced by 300 ms', SEARCH),
  memberDetails.holds('The suggestions hide 200 ms after blur', 'The suggestions hide 200 ms after the field is left'),
  toasts.holds('A toast stays 5000 ms', 'A toast goes after 5000 ms, to the moment'),
  runs.holds('The run dropdown shows the 5 most recent runs', DROPDOWN),
  runs.holds('A run id is shown as its last 8 characters', DROPDOWN),
  suites.holds('Suite and case numbers are 1-based, shown as suite.case', OPENED_SUITE),
  caseForm.shows(
    'string',
    'The case form has a name, a description of 3 rows, three value types, and a field that fits the type',
  ),
  caseForm.shows(
    'number',
    'The case form has a name, a description of 3 rows, three value types, and a field that fits the type',
  ),
  caseForm.shows(
    'boolean',
    'The case form has a name, a description of 3 rows, three value types, and a field that fits the type',
  ),
  suites.shows('manual', OPENED_SUITE),
  suites.shows('auto', OPENED_SUITE),
  documented.shows('automated', 'The guide has an example of each documented call, and names the two types of cases'),
  runs.shows('running', 'A run shows its state, and completing it ends the recording'),
  runs.shows('completed', 'A run shows its state, and completing it ends the recording'),
  runStates.shows(
    'failed',
    'A run that failed says so, on its card and in the dropdown, with when it started and ended',
  ),
  login.shows('accessToken', STORED),
  login.shows('user', STORED),
  rule.holds('No API timeout', 'An answer that takes ten minutes is still waited for'),
  suites.holds(
    'The text area of a suite has 3 rows',
    'An owner creates a suite, and the empty project said what to do next',
  ),
  runs.holds(
    'The text area of a run has 3 rows',
    'A project without runs says what to do, and a run is started with a description',
  ),
]
