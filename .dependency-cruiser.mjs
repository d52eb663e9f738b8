/**
 * Which file may import which. `scripts/check.ts` runs these rules in the gate, and scripts/import-gate.test.ts plants
 * a violation of each. Type-only imports and `import()` count like any other import.
 */

/** A noun may import only the nouns before it. Routers may call the use cases of any noun. */
export const NOUNS = [
  'audit',
  'users',
  'auth',
  'projects',
  'api-tokens',
  'arrivals',
  'members',
  'identities',
  'invites',
  'admin',
  'deletions',
  'test-suites',
  'test-cases',
  'quarantine',
  'test-runs',
  'test-results',
  'attachments',
  'comparisons',
  'quality',
  'exports',
  'shares',
  'retention',
  'test-reports',
  'imports',
  'notifications',
  'notices',
  'erasure',
  'doors',
]

/** A feature may import only the features before it. The routes import any. */
export const FEATURES = [
  'auth',
  'second-factors',
  'notices',
  'keys',
  'api-tokens',
  'projects',
  'members',
  'invites',
  'audit',
  'admin',
  'palette',
  'quarantine',
  'trash',
  'attachments',
  'test-cases',
  'test-results',
  'case-history',
  'run-output',
  'test-reports',
  'imports',
  'test-runs',
  'test-suites',
  'compare',
  'quality',
  'shared-run',
  'settings',
  'profile',
  'project-page',
  'layout',
  'not-found',
  'api-docs',
]

const ANY_NOUN = `^server/(${NOUNS.join('|')})/`
const TEST_CODE = String.raw`\.(test|e2e|looks|load)\.tsx?$|(^|[/-])testing(/|\.ts$)`
const REPOSITORY = String.raw`^server/.*\.(repository|rows)\.ts$`
/** Who shows runs and results in other ways, and what they may import of them. */
const READERS = '^server/(comparisons|quality|exports|shares|notifications|notices|live)/'
const READ_BY_OTHERS = [
  String.raw`^server/test-runs/(test-runs|run-lists|run-suites|comparable-runs)\.repository\.ts$`,
  String.raw`^server/test-results/(test-results|new-failures|result-chunks)\.repository\.ts$`,
]
/** Finds the caller of a request. */
const CALLERS = String.raw`^server/(auth/(secrets|identify-session)|projects/projects\.repository|api-tokens/(identify-token|token-text))\.ts$`

/** @returns {import('dependency-cruiser').IForbiddenRuleType} */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** A rule for all code except tests. */
const forbid = (name, comment, from, to) =>
  rule(name, comment, { ...from, pathNot: [TEST_CODE, ...(from.pathNot ?? [])] }, to)

const folder = (name, others, pathNot = []) =>
  forbid(
    `${name}-arrows`,
    `${name}/ may not import ${others.join(', ')}`,
    { path: `^${name}/`, pathNot },
    {
      path: `^(${others.join('|')})/`,
    },
  )

/** Each of `names` may import only those before it. */
const inOrder = (root, names, pathNot = []) =>
  names
    .slice(0, -1)
    .map((name, index) =>
      forbid(
        `${name}-order`,
        `${name} may import only what is before it in the order`,
        { path: `^${root}/${name}/`, pathNot },
        { path: `^${root}/(${names.slice(index + 1).join('|')})/` },
      ),
    )

export default {
  forbidden: [
    rule('no-cycle', 'Files may not import each other in a cycle', {}, { circular: true }),
    rule(
      'resolvable',
      'An unresolved import escapes all other rules',
      // The package's files meet in the package; the runners and clients have dependencies of their own.
      { pathNot: '^(scripts/(callers|generated-clients|qase-reporters|runners)|client/package)/' },
      { couldNotResolve: true },
    ),
    folder('shared', ['server', 'client', 'src', 'migrations', 'scripts']),
    folder('server', ['client', 'src', 'migrations', 'scripts']),
    folder('client', ['src', 'migrations', 'scripts'], ['^client/assay\\.mjs$']),
    folder('src', ['migrations', 'scripts']),
    forbid(
      'router-type-only',
      'client/ and src/ may import only the type of the router from server/',
      { path: '^(client|src)/' },
      { path: '^server/', pathNot: '^server/router\\.ts$' },
    ),
    forbid(
      'router-type-only',
      'client/ and src/ may import only the type of the router from server/',
      { path: '^(client|src)/' },
      { path: '^server/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'migrations-arrows',
      'Migrations import nothing but kysely',
      { path: '^migrations/' },
      {
        pathNot: '(^|/)node_modules/kysely/',
      },
    ),
    forbid(
      'no-test-code',
      'Only tests import test code',
      { path: '^(shared|server|client|src)/' },
      { path: TEST_CODE },
    ),
    forbid(
      'no-re-export',
      'A name is imported from the file that defines it',
      { path: '^server/' },
      { dependencyTypes: ['export'] },
    ),
    forbid(
      'sql-below',
      'Repositories may not import use cases',
      { path: REPOSITORY },
      { path: String.raw`\.service\.ts$` },
    ),
    forbid(
      'router-calls-use-cases',
      'Routers may not import repositories',
      { path: String.raw`^server/.*\.router\.ts$` },
      { path: REPOSITORY },
    ),
    forbid(
      'router-on-top',
      'Only the root imports routers and routes',
      { path: '^server/([^/]+)/' },
      { path: String.raw`^server/.*\.(router|route)\.ts$`, pathNot: '^server/$1/' },
    ),
    forbid(
      'readers-read',
      'Comparisons, quality, exports, shares, notifications, notices and live import of runs and results only what reads them',
      { path: READERS },
      { path: '^server/(test-runs|test-results)/', pathNot: READ_BY_OTHERS },
    ),
    forbid(
      'reads-write-nothing',
      'A repository that readers import changes nothing',
      { path: READ_BY_OTHERS },
      { path: String.raw`^server/database/changes\.ts$` },
    ),
    forbid(
      'http-apart',
      'server/http may import of nouns only what finds the caller',
      { path: '^server/http/' },
      { path: ANY_NOUN, pathNot: CALLERS },
    ),
    forbid(
      'live-apart',
      'Nouns may not import live; they note changes in server/database',
      { path: ANY_NOUN },
      {
        path: '^server/live/',
      },
    ),
    forbid(
      'database-apart',
      'server/database may import only server/limits and server/config.ts',
      { path: '^server/database/' },
      {
        path: String.raw`^server/(?!database/|limits/|config\.ts$)`,
      },
    ),
    forbid(
      'outbox-apart',
      'server/outbox and server/mail may import of nouns only what encrypts',
      { path: '^server/(outbox|mail)/' },
      { path: ANY_NOUN, pathNot: String.raw`^server/auth/sealed\.ts$` },
    ),
    forbid(
      'limits-apart',
      'server/limits imports only shared/',
      { path: '^server/limits/' },
      { path: '^server/(?!limits/)' },
    ),
    ...inOrder('server', NOUNS, [String.raw`\.router\.ts$`]),
    forbid(
      'features-above',
      'ui/ may import lib/ and no feature, lib/ neither',
      { path: '^src/(ui|lib)/' },
      { path: '^src/features/' },
    ),
    forbid('lib-below', 'lib/ may not import ui/', { path: '^src/lib/' }, { path: '^src/ui/' }),
    forbid(
      'store-below',
      'The store of results may not import what shows them',
      { path: '^src/features/test-results/store/' },
      { path: '^src/features/test-results/(?!store/)' },
    ),
    ...inOrder('src/features', FEATURES),
  ],
  options: {
    // TypeScript 7 has no parser API for dependency-cruiser.
    parser: /** @type {const} */ ('swc'),
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^scripts/generated-clients/generated/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
