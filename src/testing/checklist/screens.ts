import { type Row, testsOf } from './entry.ts'

const admin = testsOf('features/admin/admin-page')
const invite = testsOf('features/invites/invite-page')
const inviteDetails = testsOf('features/invites/invite-details')
const layout = testsOf('features/layout/layout')
const login = testsOf('features/auth/login-page')
const list = testsOf('features/projects/project-list-page')
const project = testsOf('features/projects/project-page')
const reset = testsOf('features/auth/reset-password-page')
const screens = testsOf('features/layout/screens')
const session = testsOf('features/auth/session')
const signup = testsOf('features/auth/signup-page')
const settings = testsOf('features/settings/settings')

const ADMIN_HEADER = 'An administrator has three links, a name with a badge, and Logout'
const ACCEPTED = 'Somebody new accepts an invite, is welcomed, and 3 s later is at /login'
const FORCED = 'A temporary password leads to /reset-password, and nowhere else until it is changed'
const TEMPORARY = 'A user is created without a password: the temporary one is shown once, to be copied'
const CARD = 'A card shows role, date and counts, and opens the project'
const SUMMARY = 'The project page names the project, its summary and its four tabs'
const LOGOUT = 'Logout forgets the token and the user and goes to /login'
const UNKNOWN = 'An unknown project and a project of strangers are not found alike'

/** §2: the routes, the shared layout, and the screens outside of a project. */
export const SCREENS: Row[] = [
  screens.holds('/login is public', 'The screen /login is public'),
  screens.holds('/signup is public', 'The screen /signup is public'),
  login.holds('/signup is linked when public signup is enabled', 'With public sign-up, it links to sign-up'),
  login.holds(
    '/signup is not linked when public signup is disabled',
    'Without public sign-up, it names the administrator instead',
  ),
  screens.holds('/invite is public', 'The screen /invite is public'),
  invite.holds('/invite reads a token query parameter', ACCEPTED),
  session.holds(
    '/reset-password is for signed-in people',
    'Somebody not signed in who opens /reset-password is led to /login',
  ),
  reset.holds('/reset-password is forced after sign-in when a reset is required', FORCED),
  session.holds('/admin is for signed-in people', 'Somebody not signed in who opens /admin is led to /login'),
  screens.holds('/admin is inside the shared layout', 'The screen /admin stands in the shared layout'),
  session.holds('/ is for signed-in people', 'Somebody not signed in who opens / is led to /login'),
  screens.holds('/ is inside the shared layout', 'The screen / stands in the shared layout'),
  session.holds('/projects is for signed-in people', 'Somebody not signed in who opens /projects is led to /login'),
  screens.holds('/projects is inside the shared layout', 'The screen /projects stands in the shared layout'),
  session.holds(
    '/projects/{projectId} is for signed-in people',
    'Somebody not signed in who opens /projects/some-id is led to /login',
  ),
  screens.holds(
    '/projects/{projectId} has a full-page layout of its own',
    'A project has the page to itself, without the shared layout',
  ),
  session.holds(
    '/projects/{id}/settings is for signed-in people',
    'Somebody not signed in who opens /projects/some-id/settings is led to /login',
  ),
  project.holds(
    '/projects/{id}/settings is the settings tab',
    'The tab lives in the address: links, reload and the back button keep it',
  ),
  session.holds('/api-docs is for signed-in people', 'Somebody not signed in who opens /api-docs is led to /login'),
  screens.holds('/api-docs is inside the shared layout', 'The screen /api-docs stands in the shared layout'),
  session.holds('Not signed in: redirect to /login', 'Somebody not signed in who opens / is led to /login'),
  admin.holds('A non-admin on /admin is redirected to /', 'Somebody who is no administrator is led to the projects'),
  inviteDetails.holds(
    'A path starting with /invite/ is an API path, not a screen',
    'A path below /invite/ is no screen, but a call',
  ),

  layout.holds(
    'The logo links to /',
    'The header names the product, the screens and the user; the footer says what it is',
  ),
  screens.shows('Projects', ADMIN_HEADER),
  screens.shows('API Documentation', ADMIN_HEADER),
  screens.shows('Admin Panel', ADMIN_HEADER),
  layout.holds(
    'Admin Panel is for admins only',
    'The header names the product, the screens and the user; the footer says what it is',
  ),
  layout.holds(
    'The header names the current user',
    'The header names the product, the screens and the user; the footer says what it is',
  ),
  layout.shows('Admin', 'An administrator carries a badge'),
  screens.shows('Logout', ADMIN_HEADER),
  layout.shows(
    'API testing platform',
    'The header names the product, the screens and the user; the footer says what it is',
  ),
  layout.holds('Logout clears the stored access token and user', LOGOUT),
  layout.holds('Logout goes to /login', LOGOUT),
  layout.holds('The active nav link is highlighted by path', 'The link of the present screen is marked'),

  login.shows('Email', 'Signing in stores the session and leads to the projects'),
  login.shows('Password', 'Signing in stores the session and leads to the projects'),
  login.holds('The password has a show/hide toggle', 'The password can be shown and hidden'),
  login.holds('An error box', 'A wrong password is refused with the words of the server'),
  login.shows('Sign In', 'Signing in stores the session and leads to the projects'),
  login.shows(
    'Need an account? Contact your administrator for an invite.',
    'Without public sign-up, it names the administrator instead',
  ),
  reset.holds('mustResetPassword leads to /reset-password', FORCED),

  signup.shows('Full Name', 'Signing up signs in and leads to the projects'),
  signup.shows('Email', 'Signing up signs in and leads to the projects'),
  signup.shows('Password', 'Signing up signs in and leads to the projects'),
  signup.shows('Confirm Password', 'Signing up signs in and leads to the projects'),

  invite.holds('The token is validated', 'An unknown link says "Invalid or expired invite link"'),
  invite.holds('The project name and the invited email are shown', ACCEPTED),
  invite.shows('Full Name', ACCEPTED),
  inviteDetails.holds(
    'The full name is ignored for existing users',
    'The name somebody enters who has an account changes nothing',
  ),
  invite.shows('Password', ACCEPTED),
  invite.shows('Confirm Password', ACCEPTED),
  invite.shows('Passwords match', 'The confirmation says while one types whether the passwords match'),
  invite.shows('Just enter your current password', ACCEPTED),
  invite.shows('expires in 24 hours', ACCEPTED),
  invite.shows('Welcome', ACCEPTED),
  inviteDetails.holds(
    'It redirects to /login after 3 seconds',
    'The welcome stays for 3 s to the moment, and then /login is shown',
  ),
  invite.shows('Invalid invite link - no token provided', 'A link without a token says so and leads to sign-in'),
  invite.shows('Invalid', 'A wrong password of an existing account is refused, and Go to Login appears'),
  invite.shows('Go to Login', 'A link without a token says so and leads to sign-in'),
  invite.holds(
    'No Go to Login when the message does not contain Invalid',
    'When the server does not answer, it says "Failed to accept invite"',
  ),

  reset.shows('Current Password', FORCED),
  reset.shows('New Password', FORCED),
  reset.shows('Confirm New Password', FORCED),

  admin.shows('Total Users', 'Four cards count users and projects'),
  admin.shows('Active Users', 'Four cards count users and projects'),
  admin.shows('Admin Users', 'Four cards count users and projects'),
  admin.shows('Total Projects', 'Four cards count users and projects'),
  admin.shows('Public Signup', 'Public Signup is switched off and on'),
  admin.shows('Activate', 'A user is deactivated and activated'),
  admin.shows('Deactivate', 'A user is deactivated and activated'),
  admin.shows('Delete', 'A user is deleted only after a question'),
  admin.holds('Neither is there for admins', 'Administrators can be neither deactivated nor deleted'),
  admin.shows('Email', TEMPORARY),
  admin.shows('Full Name', TEMPORARY),
  admin.shows('Password', 'A user is created with a password, as an administrator'),
  admin.holds('The password is optional', TEMPORARY),
  admin.shows('Admin user', 'A user is created with a password, as an administrator'),
  admin.shows('Send invite (future feature)', TEMPORARY),
  admin.shows('Security Notice', 'The panel looks right, with long names too'),

  list.shows('Search by name or description', 'Projects are found by name or description'),
  list.shows('Owner', CARD),
  list.shows('Member', 'A member who is no owner has a badge that says so, and no owner’s buttons'),
  list.shows('Created', CARD),
  list.shows('1 test suite', CARD),
  list.shows('1 member', CARD),
  list.shows('Open Project', CARD),
  list.shows('Edit', 'An owner edits a project'),
  list.shows('Delete', 'A project is deleted only after a question'),
  list.shows('Settings', 'An owner opens the settings of a project'),
  list.holds(
    'Members have none of these three',
    'A member who is no owner has a badge that says so, and no owner’s buttons',
  ),
  list.shows('Create Project', 'A project is created in a dialog, by keyboard alone, and focus returns'),
  list.shows('Edit Project', 'An owner edits a project'),
  list.holds(
    'The name is required, the description optional',
    'The name of a project is required, its description is not',
  ),

  project.holds('The header has name, description and role badge', SUMMARY),
  project.shows('Created', SUMMARY),
  project.shows('Test suites', SUMMARY),
  project.shows('Total test cases', SUMMARY),
  project.shows('Team members', SUMMARY),
  project.shows('Test Suites', SUMMARY),
  project.shows('Test Runs', SUMMARY),
  project.shows('Members', SUMMARY),
  project.shows('Settings', SUMMARY),
  project.shows('Project not found', UNKNOWN),
  project.shows("The project you're looking for doesn't exist or you don't have access to it", UNKNOWN),
  project.shows('Back to Projects', UNKNOWN),
  project.holds('Back to Projects leads to /projects', UNKNOWN),
  settings.holds(
    'Settings opens by its route too',
    'The settings tab tells about the project and keeps the secret masked until asked',
  ),
]
