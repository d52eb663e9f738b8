import { lazy, type ReactNode, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { SHARED_RUN } from './early/screens.ts'
import LoginPage from './features/auth/login-page.tsx'
import { RestoreSession } from './features/auth/restore-session.tsx'
import { PaletteShortcut } from './features/palette/palette-shortcut.tsx'
import { openScreen } from './lib/base-path.ts'
import { useIsSignedIn, useSessionUser } from './lib/session.ts'
import {
  AdminPage,
  ApiDocsPage,
  ForgotPasswordPage,
  InvitePage,
  Layout,
  NotFoundPage,
  PrintPage,
  ProfilePage,
  ProjectListPage,
  ProjectPage,
  ResetPasswordPage,
  SetUpFactorPage,
  SharedRunPage,
  SignupPage,
} from './pages.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { PageLoader } from './ui/page-loader.tsx'

const Overlays = lazy(() => import('./ui/overlays.tsx'))
const DraftSender = lazy(() => import('./features/test-results/draft-sender.tsx'))

const IN_LAYOUT = /^\/(?:projects|admin|api-docs|profile)?\/?$/

export function Routes() {
  const isSignedIn = useIsSignedIn()
  const [path] = useLocation()
  return (
    <>
      <Screens />
      {isSignedIn && !SHARED_RUN.test(path) && (
        <>
          <PaletteShortcut />
          <ErrorBoundary path={path}>
            <Suspense>
              <Overlays />
              <DraftSender />
            </Suspense>
          </ErrorBoundary>
        </>
      )}
    </>
  )
}

function Screens() {
  const [path] = useLocation()
  return (
    <ErrorBoundary path={path}>
      <Suspense fallback={<PageLoader />}>
        <Switch>
          <Route path="/login" component={LoginPage} />
          <Route path="/signup" component={SignupPage} />
          <Route path="/invite" component={InvitePage} />
          <Route path="/forgot-password" component={ForgotPasswordPage} />
          <Route path="/reset-password">
            <SignedIn isForReset>
              <ResetPasswordPage />
            </SignedIn>
          </Route>
          <Route path="/second-factor">
            <SignedIn isForFactor>
              <SetUpFactorPage />
            </SignedIn>
          </Route>
          <Route path="/shared/:token">{({ token }) => <SharedRunPage key={token} token={token} />}</Route>
          <Route path="/projects/:projectId/runs/:runId/print">
            {({ projectId, runId }) => (
              <SignedIn>
                <PrintPage key={runId} projectId={projectId} testRunId={runId} />
              </SignedIn>
            )}
          </Route>
          <Route path="/projects/:projectId/settings">{({ projectId }) => <OneProject projectId={projectId} />}</Route>
          <Route path="/projects/:projectId">{({ projectId }) => <OneProject projectId={projectId} />}</Route>
          <Route path={IN_LAYOUT}>
            <SignedIn>
              <Layout>
                <LayoutScreens />
              </Layout>
            </SignedIn>
          </Route>
          <Route component={NotFoundScreen} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

function LayoutScreens() {
  return (
    <Suspense fallback={<PageLoader />}>
      <Switch>
        <Route path="/admin">
          <AdminOnly>
            <AdminPage />
          </AdminOnly>
        </Route>
        <Route path="/api-docs" component={ApiDocsPage} />
        <Route path="/profile" component={ProfilePage} />
        <Route component={ProjectListPage} />
      </Switch>
    </Suspense>
  )
}

/** In the shared layout, or alone for visitors. */
function NotFoundScreen() {
  const Frame = useSessionUser() ? Layout : 'main'
  return (
    <Frame>
      <NotFoundPage />
    </Frame>
  )
}

function OneProject({ projectId }: { projectId: string }) {
  return (
    <SignedIn>
      <ProjectPage key={projectId} projectId={projectId} />
    </SignedIn>
  )
}

type SignedInProps = { children: ReactNode; isForReset?: boolean; isForFactor?: boolean }

/** Redirects visitors to /login, and users who must set a new password or a second factor first to its page. */
function SignedIn({ children, isForReset = false, isForFactor = false }: SignedInProps) {
  const isSignedIn = useIsSignedIn()
  const user = useSessionUser()
  const { path, search } = openScreen()
  if (!isSignedIn) return <Redirect to="/login" replace state={{ from: path + search }} />
  if (user === null) return <RestoreSession />
  const to = user.mustResetPassword ? '/reset-password' : user.mustSetUpFactor ? '/second-factor' : null
  if (to !== null && !isForReset && !(isForFactor && to === '/second-factor'))
    return <Redirect to={to} replace state={{ from: path + search }} />
  return children
}

function AdminOnly({ children }: { children: ReactNode }) {
  return useSessionUser()?.isAdmin ? children : <Redirect to="/" replace />
}
