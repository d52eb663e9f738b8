import { globSync } from 'tinyglobby'
import { defineConfig } from 'vitest/config'

/*
 * The lanes (scripts/test.mjs) pick from these projects. Each file runs once without a database or on SQLite, unless it
 * is a `*.postgres.test.ts`. Three servers on PostgreSQL run again what processes share: races, live, background work,
 * files, versions of answers. One server on PostgreSQL runs the rest of what an engine can change: SQL and scopes. Forms,
 * texts, documents, formats and HTTP are the same everywhere.
 */

/** Compares every exchange of a test server with the OpenAPI document. */
const FOLLOW_DOCUMENT = 'server/testing/follow-document.ts'

/** Needs no database: pure functions. */
const RULES = [
  '{shared,src}/**/*.test.ts',
  'scripts/asvs.test.ts',
  'server/config.test.ts',
  'server/doors/testrail/{address,elapsed,statuses}.test.ts',
  'server/imports/readers/*.test.ts',
  'server/mail/render-mail.test.ts',
  'server/notifications/{inner-addresses,send-request,forms/*}.test.ts',
  'server/outbox/retries.test.ts',
  'server/tests/inputs.test.ts',
  'server/test-reports/is-complete.test.ts',
  'server/test-reports/readers/**/*.test.ts',
]

/** Need the toolchains of other languages. */
const CLIENTS = 'scripts/generated-clients/**/*.test.ts'

/** Need packages of the npm registry: runners, and callers and reporters of other tools. */
const RUNNERS = 'scripts/{callers,qase-reporters,runners}/**/*.test.ts'

/** Too slow or too broad for a quick check: whole processes, and every call with every bad input. */
const WHOLE_PROCESSES = [
  'server/tests/{bad-input,start,stop}.test.ts',
  'server/database/durability.test.ts',
  'server/attachments/no-orphans.test.ts',
  '{client,scripts}/**/*.test.ts',
]

/** Parts of the slow lane: they start many processes, and move, kill or pack what other tests cover in one process. */
const SLOW_PROCESSES = [
  'scripts/{attachments,db-move,restore,killed}.test.ts',
  'scripts/swift/*.test.ts',
  'client/package/**/*.test.ts',
  'server/{deletions,erasure,mail,notices,notifications,quality,retention,test-reports,tests}/killed-*.test.ts',
  'server/attachments/many-uploads.test.ts',
]

/** The same on every engine. */
const ONE_ENGINE = [
  'server/{admin,invites,limits,openapi,testing,users}/**',
  'server/auth/{auth,*password*}.test.ts',
  'server/doors/mcp/{mcp,long-answers}.test.ts',
  'server/{exports,imports}/round-trip.test.ts',
  'server/imports/hostile-files.test.ts',
  'server/http/!(idempotency*).test.ts',
  'server/tests/{asvs,bounds,other-projects,start,stop,token-access,unchanged-reads}.test.ts',
]

const SHARED_BY_SERVERS = [
  'server/{attachments,deletions,live,quality,test-reports}/*.test.ts',
  'server/auth/{factors,passkeys,sessions,sign-in-limit}.test.ts',
  'server/doors/testrail/numbers.test.ts',
  'server/http/{entity-tags,idempotency*,revalidation}.test.ts',
  'server/members/membership-races.test.ts',
  'server/test-cases/search/search-index.test.ts',
  'server/test-results/conflicts.test.ts',
  'server/tests/{races,whole-reads}.test.ts',
]

/** Of these, what starts or kills its own processes. Only the process that opened a stream can resume it. */
const OWN_SERVERS = ['server/**/{concurrent,killed,many,no-orphans}*.test.ts', 'server/live/live-{run,stream}.test.ts']

/** Thousands of calls, which take minutes on three servers: what those add to them is tested with fewer calls. */
const MANY_CALLS = ['server/quality/numbers-agree.test.ts']

const ON_THREE_SERVERS = globSync(SHARED_BY_SERVERS, {
  ignore: ['**/*.{sqlite,postgres}.test.ts', ...RULES, ...OWN_SERVERS, ...MANY_CALLS],
})

/** As servers run. Otherwise each server that starts lets the REST library describe all calls, and drops the result. */
const PRODUCTION = { NODE_ENV: 'production' }

function onPostgres(env: Record<string, string> = {}) {
  return { globalSetup: 'scripts/postgres/test-setup.ts', env: { ...PRODUCTION, TEST_DATABASE: 'postgres', ...env } }
}

export default defineConfig({
  test: {
    root: '.',
    maxWorkers: 2,
    // Test files of a worker share its modules: loading them anew took a third of the time.
    isolate: false,
    // Only a hanging test reaches this: a busy machine may be ten times slower.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      { extends: true, test: { name: 'rules', include: RULES } },
      {
        extends: true,
        test: {
          name: 'sqlite',
          env: PRODUCTION,
          setupFiles: FOLLOW_DOCUMENT,
          include: ['{server,client,migrations,scripts}/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/*.postgres.test.ts',
            CLIENTS,
            RUNNERS,
            ...RULES,
            ...SLOW_PROCESSES,
            ...excludedFrom('quick', WHOLE_PROCESSES),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          setupFiles: FOLLOW_DOCUMENT,
          include: ['server/**/*.test.ts'],
          exclude: ['**/*.sqlite.test.ts', ...RULES, ...ONE_ENGINE, ...ON_THREE_SERVERS],
          ...onPostgres(),
        },
      },
      {
        extends: true,
        test: {
          name: 'three servers',
          include: ON_THREE_SERVERS,
          ...onPostgres({ TEST_SERVERS: '3' }),
        },
      },
      {
        extends: true,
        test: { name: 'processes', env: PRODUCTION, setupFiles: FOLLOW_DOCUMENT, include: SLOW_PROCESSES },
      },
      { extends: true, test: { name: 'clients', include: [CLIENTS] } },
      { extends: true, test: { name: 'runners', include: [RUNNERS] } },
    ],
  },
})

/** A lane leaves these files out. */
function excludedFrom(lane: string, files: string[]): string[] {
  return process.env['TEST_LANE'] === lane ? files : []
}
