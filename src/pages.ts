import { type ComponentType, lazy } from 'react'
import type { PageName } from './early/screens.ts'

/** Each page is a separate file, except the login page, which is in the start of the app. */
const LOADERS = {
  layout: () => import('./features/layout/layout.tsx'),
  signup: () => import('./features/auth/signup-page.tsx'),
  forgotPassword: () => import('./features/auth/forgot-password-page.tsx'),
  resetPassword: () => import('./features/auth/reset-password-page.tsx'),
  setUpFactor: () => import('./features/second-factors/set-up-page.tsx'),
  invite: () => import('./features/invites/invite-page.tsx'),
  admin: () => import('./features/admin/admin-page.tsx'),
  projectList: () => import('./features/projects/project-list-page.tsx'),
  project: () => import('./features/project-page/project-page.tsx'),
  profile: () => import('./features/profile/profile-page.tsx'),
  apiDocs: () => import('./features/api-docs/api-docs-page.tsx'),
  sharedRun: () => import('./features/shared-run/shared-run-page.tsx'),
  printRun: () => import('./features/shared-run/print-page.tsx'),
  notFound: () => import('./features/not-found/not-found-page.tsx'),
} satisfies Record<PageName, () => Promise<{ default: ComponentType<any> }>>

export const Layout = lazy(LOADERS.layout)
export const SignupPage = lazy(LOADERS.signup)
export const ForgotPasswordPage = lazy(LOADERS.forgotPassword)
export const ResetPasswordPage = lazy(LOADERS.resetPassword)
export const SetUpFactorPage = lazy(LOADERS.setUpFactor)
export const InvitePage = lazy(LOADERS.invite)
export const AdminPage = lazy(LOADERS.admin)
export const ProjectListPage = lazy(LOADERS.projectList)
export const ProjectPage = lazy(LOADERS.project)
export const ProfilePage = lazy(LOADERS.profile)
export const ApiDocsPage = lazy(LOADERS.apiDocs)
export const SharedRunPage = lazy(LOADERS.sharedRun)
export const PrintPage = lazy(LOADERS.printRun)
export const NotFoundPage = lazy(LOADERS.notFound)

/** Resolves when the pages are loaded. A page that fails to load shows its error when it is rendered. */
export const loadPages = (names: readonly PageName[]): Promise<unknown> =>
  Promise.allSettled(names.map((name) => LOADERS[name]()))
