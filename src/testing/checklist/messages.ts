import { type Row, testsOf } from './entry.ts'

const admin = testsOf('features/admin/admin-page')
const cases = testsOf('features/test-cases/test-cases')
const docs = testsOf('features/api-docs/api-docs-page')
const invite = testsOf('features/invites/invite-page')
const inviteDetails = testsOf('features/invites/invite-details')
const list = testsOf('features/projects/project-list-page')
const login = testsOf('features/auth/login-page')
const members = testsOf('features/members/members')
const memberDetails = testsOf('features/members/member-details')
const project = testsOf('features/projects/project-page')
const reset = testsOf('features/auth/reset-password-page')
const words = testsOf('features/projects/server-words')
const results = testsOf('features/test-results/test-results')
const runs = testsOf('features/test-runs/test-runs')
const rule = testsOf('features/auth/session-rule')
const session = testsOf('features/auth/session')
const settings = testsOf('features/settings/settings')
const signup = testsOf('features/auth/signup-page')
const suites = testsOf('features/test-suites/test-suites')

const FORGOTTEN = 'A refused token is forgotten with its user, and the browser goes to /login'
const REFUSED_USER = 'A refused user is told with "Error:" before the words of the server'
const REFUSED_ADMIN = 'Refused changes say which one failed, and the switch goes back'
const REFUSED_PROJECT = 'Refused changes say which one failed'
const REFUSED_SUITE = 'What the server refuses is told in its own words, and else in ours'
const REFUSED_CASE = 'What the server refuses about a case is told'
const REFUSED_RUN = 'What cannot be done with a run is told'
const REFUSED_MEMBER = 'What fails is told: removing a member and inviting'
const REFUSED_SETTING = 'What fails in the settings is told'
const KEPT = 'An entry made while the server is away is kept over a reload and sent when it is back'
const EDITED_CASE = 'A manual case is edited and deleted'
const LOAD_FAILED = 'When the members fail to load the list is empty and the reader is treated as owner'

/** §8: the session rule, the errors and the successes. */
export const MESSAGES: Row[] = [
  session.holds('A 401 clears token and user and leads to /login', FORGOTTEN),
  rule.holds('Not for sign-in, nor while /login is open', 'A 401 while /login is open clears nothing'),
  rule.holds('Not for sign-up', 'A 401 of sign-up clears nothing'),
  session.holds('Not for invites, nor while /invite is open', 'A refused token does no harm on the invite page'),
  rule.holds('Other errors get no special handling', 'Other errors than a 401 leave the session alone'),

  login.shows('Invalid email or password', 'A wrong password is refused with the words of the server'),
  login.shows('Login failed', 'When the server does not answer, it says "Login failed"'),
  signup.shows('A user with this email already exists', 'A taken email is refused with the words of the server'),
  signup.shows('Signup failed', 'When the server does not answer, it says "Signup failed"'),
  reset.shows('Current password is incorrect', 'A wrong current password is refused with the words of the server'),
  reset.shows('Password reset failed', 'When the server does not answer, it says "Password reset failed"'),
  invite.shows('Failed to accept invite', 'When the server does not answer, it says "Failed to accept invite"'),
  inviteDetails.shows(
    'Invalid or expired invite link',
    'When an invite cannot be checked, it says "Invalid or expired invite link" and Go to Login appears',
  ),
  invite.shows('Invalid invite link - no token provided', 'A link without a token says so and leads to sign-in'),
  admin.shows(
    'Failed to load admin data',
    'When the data cannot be had, it says "Failed to load admin data" and offers a retry',
  ),
  admin.shows('Failed to create user', REFUSED_USER),
  admin.shows('Error:', REFUSED_USER),
  admin.shows('A user with this email already exists', REFUSED_USER),
  admin.shows('Failed to toggle user status', REFUSED_ADMIN),
  admin.shows('Failed to delete user', REFUSED_ADMIN),
  admin.shows('Failed to update signup setting', REFUSED_ADMIN),
  list.shows(
    'Failed to fetch projects',
    'When projects cannot be had, it says "Failed to fetch projects" and offers a retry',
  ),
  list.shows('Failed to create project', REFUSED_PROJECT),
  list.shows('Failed to update project', REFUSED_PROJECT),
  list.shows('Failed to delete project', REFUSED_PROJECT),
  members.shows('Failed to process invite', REFUSED_MEMBER),
  members.shows('Failed to remove member', REFUSED_MEMBER),
  memberDetails.holds(
    'The words of the server when it refuses a removal',
    'A refused removal is told in the words of the server',
  ),
  project.shows('Failed to fetch project data', 'A project that cannot be read says so and can be tried again'),
  words.holds(
    'The words of the server when it refuses a change of a project',
    'Refused changes of a project are told in the words of the server',
  ),
  words.holds(
    'The words of the server when it refuses a suite or a case',
    'Refused suites and cases are told in the words of the server',
  ),
  words.holds(
    'The words of the server when it refuses a run or a result',
    'Refused runs and results are told in the words of the server',
  ),
  suites.shows('Failed to create test suite', REFUSED_SUITE),
  cases.shows('Failed to create test case', REFUSED_CASE),
  cases.shows('Failed to update test case', REFUSED_CASE),
  suites.shows('Failed to delete test suite', REFUSED_SUITE),
  cases.shows('Failed to delete test case', REFUSED_CASE),
  settings.shows('Failed to regenerate secret', REFUSED_SETTING),
  runs.shows('Failed to create test run', REFUSED_RUN),
  runs.shows('Failed to complete test run', REFUSED_RUN),
  runs.shows('Failed to delete test run', REFUSED_RUN),
  results.shows('Failed to save test result', KEPT),
  results.shows(
    'Cannot create new test result: API endpoint not available',
    'A result without an id cannot be recorded, and the tester is told',
  ),

  suites.shows(
    'Test suite created successfully',
    'An owner creates a suite, and the empty project said what to do next',
  ),
  cases.shows('Test case created successfully', 'A tester writes a case of each value type'),
  cases.shows('Test case updated successfully', EDITED_CASE),
  suites.shows('Test suite deleted successfully', 'A suite is deleted only after asking'),
  cases.shows('Test case deleted successfully', EDITED_CASE),
  settings.shows('Client secret regenerated successfully', 'A manager regenerates the secret after asking'),
  runs.shows(
    'Test run started successfully',
    'A project without runs says what to do, and a run is started with a description',
  ),
  runs.shows('Test run completed successfully', 'A run shows its state, and completing it ends the recording'),
  runs.shows('Test run deleted successfully', 'A run is deleted after asking, and a link to it says so'),
  results.shows('Test result saved successfully', KEPT),
  members.shows('Member removed successfully', 'A member is removed after asking'),
  docs.shows('Copied to clipboard', 'Examples carry the id and secret of the chosen project, and run as they stand'),
  settings.shows(
    'Copied to clipboard',
    'The settings tab tells about the project and keeps the secret masked until asked',
  ),
  members.shows('Copied to clipboard', 'An unknown email gives a link to copy, another one, and done'),

  login.holds(
    'When the signup-enabled check fails, signup is treated as disabled',
    'When the check of public sign-up fails, sign-up counts as disabled',
  ),
  members.holds('When members fail to load, the list is empty', LOAD_FAILED),
]
