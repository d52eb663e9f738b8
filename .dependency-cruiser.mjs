/**
 * Which file may import which. `scripts/check.ts` runs these rules in the gate, and scripts/import-gate.test.ts plants
 * a violation of each. Type-only imports and `import()` count like any other import.
 */

/** A noun may import only the nouns before it. Routers may call the service of any noun. */
const NOUNS = [
  'users',
  'auth',
  'projects',
  'members',
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
  'test-reports',
]

const ANY_NOUN = `^server/(${NOUNS.join('|')})/`
const TEST_CODE = String.raw`\.(test|e2e|looks|load)\.tsx?$|(^|[/-])testing(/|\.ts$)`
/** The part of the OpenAPI document that a noun writes by hand. */
const DOCUMENTED = String.raw`\.openapi\.ts$`
const REPOSITORY = String.raw`^server/.*\.(repository|rows)\.ts$`

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

export default {
  forbidden: [
    rule('no-cycle', 'Files may not import each other in a cycle', {}, { circular: true }),
    rule(
      'resolvable',
      'An unresolved import escapes all other rules',
      // The package's files meet in the package; the runners and clients have dependencies of their own.
      { pathNot: '^(scripts/(generated-clients|runners)|client/package)/' },
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
      'sibling-service',
      'A noun is reached through its service',
      { path: '^server/([^/]+)/' },
      {
        path: ANY_NOUN,
        pathNot: ['^server/$1/', String.raw`^server/([^/]+)/\1\.service\.ts$`, DOCUMENTED],
      },
    ),
    forbid(
      'repository-inside',
      'Repositories are reached through services',
      { path: String.raw`^(server/[^/]+\.ts$|server/live/)` },
      {
        path: REPOSITORY,
      },
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
      'limits-apart',
      'server/limits imports only shared/',
      { path: '^server/limits/' },
      { path: '^server/(?!limits/)' },
    ),
    ...NOUNS.slice(0, -1).map((noun, index) =>
      forbid(
        `${noun}-order`,
        `${noun} may import only the nouns before it`,
        {
          path: `^server/${noun}/`,
          pathNot: [String.raw`\.router\.ts$`],
        },
        { path: `^server/(${NOUNS.slice(index + 1).join('|')})/` },
      ),
    ),
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
