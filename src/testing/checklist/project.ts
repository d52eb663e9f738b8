import { type Row, testsOf } from './entry.ts'

const cases = testsOf('features/test-cases/test-cases')
const caseForm = testsOf('features/test-cases/case-form')
const documented = testsOf('features/api-docs/documented-calls')
const docs = testsOf('features/api-docs/api-docs-page')
const members = testsOf('features/members/members')
const memberDetails = testsOf('features/members/member-details')
const results = testsOf('features/test-results/test-results')
const runs = testsOf('features/test-runs/test-runs')
const runStates = testsOf('features/test-runs/run-states')
const settings = testsOf('features/settings/settings')
const suites = testsOf('features/test-suites/test-suites')
const toasts = testsOf('ui/toast')

const CREATE_SUITE = 'An owner creates a suite, and the empty project said what to do next'
const OPENED_SUITE = 'A suite lists its cases with number, type and expected value once it is opened'
const EDITED_CASE = 'A manual case is edited and deleted'
const START_RUN = 'A project without runs says what to do, and a run is started with a description'
const DROPDOWN = 'The dropdown offers the five latest runs and shows the latest'
const RUN_STATE = 'A run shows its state, and completing it ends the recording'
const FAILED_RUN = 'A run that failed says so, on its card and in the dropdown, with when it started and ended'
const OWNER_FIRST = 'The owner stands first, without a way to be removed, and an owner alone is told what to do'
const ADDED = 'An existing user is found by name, added directly, and the dialog closes after two seconds'
const LINK = 'An unknown email gives a link to copy, another one, and done'
const MISSING = 'Names and emails that are missing have words in their place'
const SETTINGS = 'The settings tab tells about the project and keeps the secret masked until asked'
const CASE_FORM = 'The case form has a name, a description of 3 rows, three value types, and a field that fits the type'
const CALLS = 'The guide has an example of each documented call, and names the two types of cases'
const GUIDE = 'The guide has base URL, case types, examples and two workflows'

/** §2: the tabs of a project, the dialogs, and the API documentation. */
export const PROJECT: Row[] = [
  suites.shows('Create Test Suite', CREATE_SUITE),
  suites.holds('A numbered accordion of suites with their cases', OPENED_SUITE),
  suites.shows('manual', OPENED_SUITE),
  suites.shows('auto', OPENED_SUITE),
  suites.holds('The expected value of a case', OPENED_SUITE),
  suites.holds('The expected value is pretty-printed when it is JSON', OPENED_SUITE),
  cases.shows('Add Test Case', 'A tester writes a case of each value type'),
  suites.shows('Delete Test Suite', 'A suite is deleted only after asking'),
  cases.shows('Edit Test Case', EDITED_CASE),
  cases.shows('Run Test Case', 'A case is run from where it is written, in a run that is started when none is running'),
  suites.holds('Edit and run are for manual cases only', OPENED_SUITE),
  cases.shows('Delete Test Case', EDITED_CASE),
  suites.holds('Numbers are 1-based positions, shown as suite.case', OPENED_SUITE),

  runs.shows('Start Test Run', START_RUN),
  runs.holds('The run has an optional description', START_RUN),
  runs.holds('The dropdown lists the 5 most recent runs', DROPDOWN),
  runs.holds('A run is labelled with the last 8 characters of its id, status and date', DROPDOWN),
  runs.holds('The latest run is preselected', DROPDOWN),
  runs.shows('running', RUN_STATE),
  runs.holds('The run card shows the description', START_RUN),
  runStates.shows('Started', FAILED_RUN),
  runStates.shows('Completed', FAILED_RUN),
  runs.shows('Complete', RUN_STATE),
  runStates.holds('Complete is there only when the run is running', FAILED_RUN),
  runStates.shows('Delete Run', FAILED_RUN),
  runs.shows('1 passed', RUN_STATE),
  runs.shows('1 failed', RUN_STATE),
  runs.shows('0 error', RUN_STATE),
  runs.shows('1 pending', RUN_STATE),
  runs.shows('0 skipped', RUN_STATE),
  results.holds(
    'The actual value is entered inline',
    'A value saves on Enter, which goes on to the next, and on leaving, without the page moving',
  ),
  results.holds(
    'A boolean is a toggle',
    'A boolean saves when toggled, sending true or false, and false can be said at once',
  ),

  members.shows('Invite Member', ADDED),
  members.holds('Invite Member is for owners only', 'A tester sees the team and cannot change it'),
  members.shows('Owner', OWNER_FIRST),
  members.shows('Project Owner', MISSING),
  members.shows('No email available', MISSING),
  members.holds('The owner row has no remove control', OWNER_FIRST),
  members.shows('Member', MISSING),
  members.shows('No email', MISSING),
  members.shows('QA Tester', ADDED),
  memberDetails.holds('Another role is shown raw', 'A role without a name of its own is shown as it is'),
  members.shows('Remove Member', 'A member is removed after asking'),
  members.holds('Only those who may manage can remove', 'A tester sees the team and cannot change it'),
  members.shows('No additional team members yet', OWNER_FIRST),
  members.shows('Invite QA testers to collaborate on this project', OWNER_FIRST),

  settings.shows('Project Information', SETTINGS),
  settings.holds('The name of the project', SETTINGS),
  settings.shows('No description', SETTINGS),
  settings.holds('The created date', SETTINGS),
  settings.shows('Project ID', SETTINGS),
  settings.shows('Copy ID', SETTINGS),
  settings.shows('Client Secret', SETTINGS),
  settings.holds('The client secret is read-only', SETTINGS),
  settings.holds('The secret is masked by default', SETTINGS),
  settings.shows('Show secret', SETTINGS),
  settings.shows('Hide secret', SETTINGS),
  settings.shows('Copy secret', SETTINGS),
  settings.shows('Regenerate Secret', 'A manager regenerates the secret after asking'),
  settings.holds(
    'Regenerate Secret is for managers',
    'A tester sees the project id, and neither the secret nor the actions',
  ),
  settings.shows('Project Actions', 'A manager deletes the project after asking and is led to the projects'),
  settings.shows('Delete Project', 'A manager deletes the project after asking and is led to the projects'),
  settings.holds(
    'Project Actions are for managers',
    'A tester sees the project id, and neither the secret nor the actions',
  ),

  suites.shows('Suite Name', CREATE_SUITE),
  suites.holds('The suite name is required', CREATE_SUITE),
  suites.holds('The description of a suite is a text of 3 rows', CREATE_SUITE),
  caseForm.shows('Create Test Case', CASE_FORM),
  caseForm.shows('Test Case Name', CASE_FORM),
  cases.holds('The case name is required', 'A tester writes a case of each value type'),
  caseForm.shows('Description', CASE_FORM),
  caseForm.shows('Expected Value Type', CASE_FORM),
  caseForm.shows('Expected Value', CASE_FORM),
  runs.holds('The description of a run is a text of 3 rows', START_RUN),
  members.holds('The team refreshes after an invite', ADDED),
  members.shows('Email', ADDED),
  members.holds('The email field searches users', ADDED),
  members.shows('Invite', ADDED),
  members.shows('Generate Invite Link', LINK),
  members.shows('Invite Link', LINK),
  members.shows('Copy link', LINK),
  members.shows('Create Another', LINK),
  members.shows('Done', LINK),
  toasts.holds('A toast area shows notifications', 'A toast is announced, stays 5 s and goes'),

  docs.shows('Base URL', GUIDE),
  docs.shows('Test Case Types', GUIDE),
  docs.shows('Projects', GUIDE),
  docs.shows('Test Suites', GUIDE),
  docs.shows('Test Cases', GUIDE),
  docs.shows('Test Runs', GUIDE),
  docs.shows('Sample Workflows', GUIDE),
  documented.holds('Examples of the documented calls', CALLS),
  docs.holds('Two sample workflows', GUIDE),
]
