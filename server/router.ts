import { adminRouter } from './admin/admin.router.ts'
import { apiTokensRouter } from './api-tokens/api-tokens.router.ts'
import { arrivalsRouter } from './arrivals/arrivals.router.ts'
import { attachmentsRouter } from './attachments/attachments.router.ts'
import { auditRouter } from './audit/audit.router.ts'
import { authRouter } from './auth/auth.router.ts'
import { comparisonsRouter } from './comparisons/comparisons.router.ts'
import { importsRouter } from './imports/imports.router.ts'
import { deletionsRouter } from './deletions/deletions.router.ts'
import { erasureRouter } from './erasure/erasure.router.ts'
import { factorsRouter } from './auth/factors.router.ts'
import { identitiesRouter } from './identities/identities.router.ts'
import { invitesRouter } from './invites/invites.router.ts'
import { liveRouter } from './live/live.router.ts'
import { membersRouter } from './members/members.router.ts'
import { projectsRouter } from './projects/projects.router.ts'
import { quarantineRouter } from './quarantine/quarantine.router.ts'
import { noticesRouter } from './notices/notices.router.ts'
import { webhooksRouter } from './notifications/webhooks.router.ts'
import { badgesRouter } from './shares/badges.router.ts'
import { retentionRouter } from './retention/retention.router.ts'
import { sessionsRouter } from './auth/sessions.router.ts'
import { sharesRouter } from './shares/shares.router.ts'
import { qualityRouter } from './quality/quality.router.ts'
import { testCasesRouter } from './test-cases/test-cases.router.ts'
import { testResultsRouter } from './test-results/test-results.router.ts'
import { testRunsRouter } from './test-runs/test-runs.router.ts'
import { testSuitesRouter } from './test-suites/test-suites.router.ts'
import { router } from './trpc.ts'
import { usersRouter } from './users/users.router.ts'

export const appRouter = router({
  auth: authRouter,
  sessions: sessionsRouter,
  factors: factorsRouter,
  identities: identitiesRouter,
  projects: projectsRouter,
  apiTokens: apiTokensRouter,
  arrivals: arrivalsRouter,
  members: membersRouter,
  users: usersRouter,
  invites: invitesRouter,
  admin: adminRouter,
  erasure: erasureRouter,
  audit: auditRouter,
  testSuites: testSuitesRouter,
  testCases: testCasesRouter,
  testRuns: testRunsRouter,
  testResults: testResultsRouter,
  quality: qualityRouter,
  deletions: deletionsRouter,
  retention: retentionRouter,
  imports: importsRouter,
  quarantine: quarantineRouter,
  attachments: attachmentsRouter,
  comparisons: comparisonsRouter,
  shares: sharesRouter,
  badges: badgesRouter,
  webhooks: webhooksRouter,
  notices: noticesRouter,
  live: liveRouter,
})

export type AppRouter = typeof appRouter
