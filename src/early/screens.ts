/* What each address shows first, for the early script. The routes themselves are in routes.tsx. */

/** The outline of the skeleton: a form in a card, the shell with navigation, or a project. */
type Outline = 'card' | 'shell' | 'project' | 'none'

/** The modules of pages, relative to src/. pages.ts loads each when it is opened. */
export const PAGE_FILES = {
  layout: 'features/layout/layout.tsx',
  signup: 'features/auth/signup-page.tsx',
  forgotPassword: 'features/auth/forgot-password-page.tsx',
  resetPassword: 'features/auth/reset-password-page.tsx',
  setUpFactor: 'features/second-factors/set-up-page.tsx',
  invite: 'features/invites/invite-page.tsx',
  admin: 'features/admin/admin-page.tsx',
  projectList: 'features/projects/project-list-page.tsx',
  project: 'features/project-page/project-page.tsx',
  profile: 'features/profile/profile-page.tsx',
  apiDocs: 'features/api-docs/api-docs-page.tsx',
  sharedRun: 'features/shared-run/shared-run-page.tsx',
  printRun: 'features/shared-run/print-page.tsx',
  notFound: 'features/not-found/not-found-page.tsx',
}
export type PageName = keyof typeof PAGE_FILES

export type Screen = {
  path: RegExp
  outline: Outline
  /** The start of the app contains the login page. */
  pages: PageName[]
  /** Visitors without a session get the login page. */
  needsSession?: boolean
}

const LOGIN: Screen = { path: /^\/login\/?$/i, outline: 'card', pages: [] }

/** A shared run, which anybody can open: it must not use the session of the browser. */
export const SHARED_RUN = /^\/shared\/[^/]+\/?$/i

/** The first match counts. */
export const SCREENS: readonly Screen[] = [
  LOGIN,
  { path: /^\/signup\/?$/i, outline: 'card', pages: ['signup'] },
  { path: /^\/invite\/?$/i, outline: 'card', pages: ['invite'] },
  { path: /^\/forgot-password\/?$/i, outline: 'card', pages: ['forgotPassword'] },
  { path: /^\/reset-password\/?$/i, outline: 'card', pages: ['resetPassword'], needsSession: true },
  { path: /^\/second-factor\/?$/i, outline: 'card', pages: ['setUpFactor'], needsSession: true },
  { path: SHARED_RUN, outline: 'none', pages: ['sharedRun'] },
  { path: /^\/projects\/[^/]+\/runs\/[^/]+\/print\/?$/i, outline: 'none', pages: ['printRun'], needsSession: true },
  { path: /^\/projects\/[^/]+(?:\/settings)?\/?$/i, outline: 'project', pages: ['project'], needsSession: true },
  { path: /^\/(?:projects)?\/?$/, outline: 'shell', pages: ['layout', 'projectList'], needsSession: true },
  { path: /^\/admin\/?$/, outline: 'shell', pages: ['layout', 'admin'], needsSession: true },
  { path: /^\/profile\/?$/, outline: 'shell', pages: ['layout', 'profile'], needsSession: true },
  { path: /^\/api-docs\/?$/, outline: 'shell', pages: ['layout', 'apiDocs'], needsSession: true },
  { path: /^/, outline: 'none', pages: ['notFound'] },
]

export function screenAt(path: string, isSignedIn: boolean): Screen {
  const screen = SCREENS.find((each) => each.path.test(path)) ?? LOGIN
  return screen.needsSession && !isSignedIn ? LOGIN : screen
}
