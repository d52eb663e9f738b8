import { type ComponentType, lazy } from 'react'
import type { PageName } from './early/screens.ts'

/**
 * Like `lazy`, but a page that was loaded before renders at once. A promise, even a settled one, would show the fallback
 * first, and React keeps a fallback for 300 ms.
 */
function page<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  let code: { default: T } | undefined
  const loadCode = async () => (code ??= await load())
  // oxlint-disable-next-line unicorn/no-thenable -- `lazy` calls it at once, nobody awaits it
  const loaded = { then: (use: (loaded: typeof code) => void) => use(code) } as Promise<{ default: T }>
  return Object.assign(
    lazy(() => (code ? loaded : loadCode())),
    { load: loadCode },
  )
}

/* Each page is a separate file, except the login page, which is in the start of the app. */
export const Layout = page(() => import('./features/layout/layout.tsx'))
export const SignupPage = page(() => import('./features/auth/signup-page.tsx'))
export const ForgotPasswordPage = page(() => import('./features/auth/forgot-password-page.tsx'))
export const ResetPasswordPage = page(() => import('./features/auth/reset-password-page.tsx'))
export const SetUpFactorPage = page(() => import('./features/second-factors/set-up-page.tsx'))
export const InvitePage = page(() => import('./features/invites/invite-page.tsx'))
export const AdminPage = page(() => import('./features/admin/admin-page.tsx'))
export const ProjectListPage = page(() => import('./features/projects/project-list-page.tsx'))
export const ProjectPage = page(() => import('./features/project-page/project-page.tsx'))
export const ProfilePage = page(() => import('./features/profile/profile-page.tsx'))
export const ApiDocsPage = page(() => import('./features/api-docs/api-docs-page.tsx'))
export const SharedRunPage = page(() => import('./features/shared-run/shared-run-page.tsx'))
export const PrintPage = page(() => import('./features/shared-run/print-page.tsx'))
export const NotFoundPage = page(() => import('./features/not-found/not-found-page.tsx'))

const PAGES: Record<PageName, { load: () => Promise<unknown> }> = {
  layout: Layout,
  signup: SignupPage,
  forgotPassword: ForgotPasswordPage,
  resetPassword: ResetPasswordPage,
  setUpFactor: SetUpFactorPage,
  invite: InvitePage,
  admin: AdminPage,
  projectList: ProjectListPage,
  project: ProjectPage,
  profile: ProfilePage,
  apiDocs: ApiDocsPage,
  sharedRun: SharedRunPage,
  printRun: PrintPage,
  notFound: NotFoundPage,
}

/** Resolves when the pages are loaded. A page that fails to load shows its error when it is rendered. */
export const loadPages = (names: readonly PageName[]): Promise<unknown> =>
  Promise.allSettled(names.map((name) => PAGES[name].load()))
