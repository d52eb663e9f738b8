import { type Row, testsOf } from './entry.ts'

const admin = testsOf('features/admin/admin-page')
const cases = testsOf('features/test-cases/test-cases')
const caseForm = testsOf('features/test-cases/case-form')
const invite = testsOf('features/invites/invite-page')
const list = testsOf('features/projects/project-list-page')
const login = testsOf('features/auth/login-page')
const members = testsOf('features/members/members')
const memberDetails = testsOf('features/members/member-details')
const reset = testsOf('features/auth/reset-password-page')
const results = testsOf('features/test-results/test-results')
const runs = testsOf('features/test-runs/test-runs')
const runStates = testsOf('features/test-runs/run-states')
const session = testsOf('features/auth/session')
const settings = testsOf('features/settings/settings')
const signup = testsOf('features/auth/signup-page')
const suites = testsOf('features/test-suites/test-suites')

const STATUSES = 'Each result carries the status that follows from its outcome'
const ON_ENTER = 'A value saves on Enter, which goes on to the next, and on leaving, without the page moving'
const ON_TOGGLE = 'A boolean saves when toggled, sending true or false, and false can be said at once'
const TO_BOOLEAN = 'Switching the type to boolean expects true, and closing the dialog forgets what was entered'
const EACH_TYPE = 'A tester writes a case of each value type'
const SETTINGS = 'The settings tab tells about the project and keeps the secret masked until asked'
const FORGOTTEN = 'A refused token is forgotten with its user, and the browser goes to /login'
const ASKED = 'The name of a project is required, its description is not'
const FIELDS = 'The case form has a name, a description of 3 rows, three value types, and a field that fits the type'
const SEARCH = 'A search begins at 2 characters, and 300 ms after the last one'
const QUESTIONS = 'A suite and a case are not deleted when the question is answered with Cancel'

/** §4: the states and what leads from one to the next. */
export const STATES: Row[] = [
  session.holds('A stored token means signed in', 'A stored token means signed in, even when the user is not stored'),
  session.holds('On a 401 token and user are removed', FORGOTTEN),
  session.holds('On a 401 the browser goes to /login', FORGOTTEN),
  runs.holds(
    'A run is created by the start call',
    'A project without runs says what to do, and a run is started with a description',
  ),
  runs.holds(
    'A run is completed by the Complete action',
    'A run shows its state, and completing it ends the recording',
  ),
  runs.holds('Only running runs can be completed', 'A run shows its state, and completing it ends the recording'),
  runStates.holds(
    'A failed run is displayed',
    'A run that failed says so, on its card and in the dropdown, with when it started and ended',
  ),
  runStates.shows('error', STATUSES),
  runStates.shows('passed', STATUSES),
  runStates.shows('failed', STATUSES),
  runStates.holds('An actual value with no expectation means passed', STATUSES),
  runStates.shows('pending', STATUSES),
  runStates.shows('skipped', STATUSES),
  admin.shows('Active', 'A user is deactivated and activated'),
  admin.shows('Inactive', 'A user is deactivated and activated'),
  admin.holds('Admins cannot be deactivated or deleted', 'Administrators can be neither deactivated nor deleted'),
  admin.holds('Signup is toggled by an admin', 'Public Signup is switched off and on'),
  members.holds('A new email generates a link', 'An unknown email gives a link to copy, another one, and done'),
  memberDetails.holds(
    'The invite modal closes 2 s after an existing user is added',
    'The dialog closes 2 s after an existing user is added',
  ),
  reset.holds(
    'Sign-in with mustResetPassword goes to the reset page',
    'A temporary password leads to /reset-password, and nowhere else until it is changed',
  ),
  results.holds('A value saves on Enter', ON_ENTER),
  results.holds('A changed value saves on losing focus', ON_ENTER),
  results.shows('true', ON_TOGGLE),
  results.shows('false', ON_TOGGLE),
  cases.holds('Switching to boolean sets the expected value to true', TO_BOOLEAN),
  cases.holds('Switching to another type clears the expected value', EACH_TYPE),
  caseForm.holds('Cancel resets the case form', 'Cancel forgets what was entered'),
  cases.holds('Close resets the case form', TO_BOOLEAN),
  settings.holds('The client secret is shown and hidden', SETTINGS),
]

/** §5: what forms refuse, and what is asked before. */
export const VALIDATION: Row[] = [
  login.shows('Email is required', 'Email and password are required'),
  login.shows('Password is required', 'Email and password are required'),
  signup.shows('Email is required', 'Email, password and name are required'),
  signup.shows('Password is required', 'Email, password and name are required'),
  signup.shows('Name is required', 'Email, password and name are required'),
  signup.shows('Passwords do not match', 'The confirmation must match: "Passwords do not match"'),
  invite.shows('Passwords do not match', 'The confirmation says while one types whether the passwords match'),
  reset.shows('New passwords do not match', 'The confirmation must match: "New passwords do not match"'),
  signup.shows(
    'Password must be at least 6 characters long',
    'A short password is refused: "Password must be at least 6 characters long"',
  ),
  invite.shows(
    'Password must be at least 6 characters long',
    'A short password is refused: "Password must be at least 6 characters long"',
  ),
  reset.shows(
    'Password must be at least 6 characters long',
    'A short password is refused: "Password must be at least 6 characters long"',
  ),
  list.shows('Project name is required', ASKED),
  list.holds('The description of a project is optional', ASKED),
  suites.shows('Suite name is required', 'An owner creates a suite, and the empty project said what to do next'),
  cases.shows('Test case name is required', EACH_TYPE),
  caseForm.holds('The expected value type is always one of three', FIELDS),
  cases.shows('Expected value is required', EACH_TYPE),
  caseForm.holds('A numeric input for number', FIELDS),
  caseForm.holds('A true/false toggle for boolean', FIELDS),
  runStates.holds('The description of a run is optional', 'A run needs no description'),
  memberDetails.holds('The user search starts at 2 characters', SEARCH),
  memberDetails.holds('The user search is debounced by 300 ms', SEARCH),
  memberDetails.holds('The suggestions hide 200 ms after blur', 'The suggestions hide 200 ms after the field is left'),
  caseForm.shows('manual', 'What the form creates is a manual case'),
  suites.holds(
    'Only manual cases can be edited or run',
    'A suite lists its cases with number, type and expected value once it is opened',
  ),
  runStates.holds('Only manual cases have an actual value entered', STATUSES),
  admin.shows('Are you sure you want to delete', 'A user is deleted only after a question'),
  list.shows(
    'Are you sure you want to delete this project? This action cannot be undone.',
    'A project is deleted only after a question',
  ),
  caseForm.shows('Are you sure you want to delete the test suite', QUESTIONS),
  caseForm.shows('Are you sure you want to delete the test case', QUESTIONS),
  runStates.shows(
    'Are you sure you want to delete this test run',
    'A run is not deleted when the question is answered with Cancel',
  ),
  settings.shows('The old secret becomes invalid', 'A manager regenerates the secret after asking'),
  settings.shows(
    'Are you sure you want to delete this project? This action cannot be undone.',
    'A manager deletes the project after asking and is led to the projects',
  ),
  members.shows('Remove this member from the project?', 'A member is removed after asking'),
]
