import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { FEATURES, NOUNS } from '../.dependency-cruiser.mjs'
import { importProblems } from './import-gate.ts'

type Tree = Record<string, string>

/** Title, rule that must be named, the importing file with its text, and the files it imports. */
const VIOLATIONS: [title: string, rule: string, tree: Tree][] = [
  [
    'a multi-line import of the server in src/ is caught',
    'router-type-only',
    { 'src/page.ts': "import {\n  start,\n} from '#server/start.ts'\n", 'server/start.ts': 'export const start = 1\n' },
  ],
  [
    'a value import of the router in client/ is caught',
    'router-type-only',
    {
      'client/api.ts': "import { router } from '../server/router.ts'\n",
      'server/router.ts': 'export const router = 1\n',
    },
  ],
  [
    'a type import of another server file in src/ is caught',
    'router-type-only',
    { 'src/page.ts': "import type { A } from '#server/a.ts'\n", 'server/a.ts': 'export type A = 1\n' },
  ],
  [
    'an import() of the server in shared/ is caught',
    'shared-arrows',
    { 'shared/late.ts': "export const late = () => import('#server/a.ts')\n", 'server/a.ts': 'export const a = 1\n' },
  ],
  [
    'a re-export of src/ in the server is caught',
    'server-arrows',
    { 'server/a.ts': "export { b } from '../src/b.ts'\n", 'src/b.ts': 'export const b = 1\n' },
  ],
  [
    'an import of a script in client/ is caught',
    'client-arrows',
    { 'client/a.ts': "import '../scripts/b.ts'\n", 'scripts/b.ts': 'export const b = 1\n' },
  ],
  [
    'an import of a migration in src/ is caught',
    'src-arrows',
    { 'src/a.ts': "import '../migrations/0001_a.ts'\n", 'migrations/0001_a.ts': 'export const b = 1\n' },
  ],
  [
    'a migration that imports anything but kysely is caught',
    'migrations-arrows',
    { 'migrations/0001_a.ts': "import { b } from '#shared/b.ts'\nb()\n", 'shared/b.ts': 'export const b = () => {}\n' },
  ],
  [
    'a cycle of type-only imports is caught',
    'no-cycle',
    {
      'shared/a.ts': "import type { B } from './b.ts'\nexport type A = B[]\n",
      'shared/b.ts': "import type { A } from './a.ts'\nexport type B = { a: A }\n",
    },
  ],
  ['an unresolved import is caught', 'resolvable', { 'shared/a.ts': "import { b } from '#server/missing.ts'\nb()\n" }],
  [
    'test code in a product file is caught',
    'no-test-code',
    { 'server/a.ts': "import './testing/b.ts'\n", 'server/testing/b.ts': 'export const b = 1\n' },
  ],
  [
    'a re-export of a repository in a service is caught',
    'no-re-export',
    {
      'server/users/users.service.ts': "export { find } from './users.repository.ts'\n",
      'server/users/users.repository.ts': 'export const find = () => {}\n',
    },
  ],
  [
    'a repository that imports a use case is caught',
    'sql-below',
    {
      'server/projects/projects.repository.ts': "import { find } from '../users/users.service.ts'\nfind()\n",
      'server/users/users.service.ts': 'export const find = () => {}\n',
    },
  ],
  [
    'a router that imports a repository is caught',
    'router-calls-use-cases',
    {
      'server/users/users.router.ts': "import { find } from './users.repository.ts'\nfind()\n",
      'server/users/users.repository.ts': 'export const find = () => {}\n',
    },
  ],
  [
    "an import of a sibling's router is caught",
    'router-on-top',
    {
      'server/projects/projects.router.ts': "import { users } from '../users/users.router.ts'\nusers()\n",
      'server/users/users.router.ts': 'export const users = () => {}\n',
    },
  ],
  [
    'an export that imports a use case of runs is caught',
    'readers-read',
    {
      'server/exports/exports.service.ts': "import { end } from '../test-runs/test-runs.service.ts'\nend()\n",
      'server/test-runs/test-runs.service.ts': 'export const end = () => {}\n',
    },
  ],
  [
    'a type import of what writes results in live is caught',
    'readers-read',
    {
      'server/live/a.ts': "import type { A } from '../test-results/attempts.repository.ts'\nexport type B = A\n",
      'server/test-results/attempts.repository.ts': 'export type A = 1\n',
    },
  ],
  [
    'a repository for readers that notes a change is caught',
    'reads-write-nothing',
    {
      'server/test-runs/run-lists.repository.ts': "import { noteChange } from '../database/changes.ts'\nnoteChange()\n",
      'server/database/changes.ts': 'export const noteChange = () => {}\n',
    },
  ],
  [
    'a service that imports a noun after its own is caught',
    'users-order',
    {
      'server/users/users.service.ts': "import { find } from '../projects/projects.service.ts'\nfind()\n",
      'server/projects/projects.service.ts': 'export const find = () => {}\n',
    },
  ],
  [
    'a repository that imports live is caught',
    'live-apart',
    {
      'server/users/users.repository.ts': "import { tell } from '../live/live.ts'\ntell()\n",
      'server/live/live.ts': 'export const tell = () => {}\n',
    },
  ],
  [
    'a database file that imports a noun is caught',
    'database-apart',
    {
      'server/database/a.ts': "import { find } from '../users/users.service.ts'\nfind()\n",
      'server/users/users.service.ts': 'export const find = () => {}\n',
    },
  ],
  [
    'a limit that imports HTTP is caught',
    'limits-apart',
    {
      'server/limits/a.ts': "import { send } from '../http/send.ts'\nsend()\n",
      'server/http/send.ts': 'export const send = () => {}\n',
    },
  ],
  [
    'a feature that imports a feature after its own is caught',
    'test-results-order',
    {
      'src/features/test-results/row.tsx': "import { label } from '../test-runs/label.ts'\nlabel()\n",
      'src/features/test-runs/label.ts': 'export const label = () => {}\n',
    },
  ],
  [
    'a lazy import of a feature after its own is caught',
    'projects-order',
    {
      'src/features/projects/list.tsx': "export const page = () => import('#src/features/project-page/page.tsx')\n",
      'src/features/project-page/page.tsx': 'export const a = 1\n',
    },
  ],
  [
    'a feature in ui/ is caught',
    'features-above',
    {
      'src/ui/a.tsx': "import type { A } from '#src/features/keys/a.ts'\nexport type B = A\n",
      'src/features/keys/a.ts': 'export type A = 1\n',
    },
  ],
  [
    'a component in lib/ is caught',
    'lib-below',
    { 'src/lib/a.ts': "import { b } from '../ui/b.tsx'\nb()\n", 'src/ui/b.tsx': 'export const b = () => {}\n' },
  ],
  [
    'a list in the store of results is caught',
    'store-below',
    {
      'src/features/test-results/store/a.ts': "import { b } from '../list/b.ts'\nb()\n",
      'src/features/test-results/list/b.ts': 'export const b = () => {}\n',
    },
  ],
  [
    'an HTTP file that imports a noun is caught',
    'http-apart',
    {
      'server/http/a.ts': "import { find } from '../users/users.repository.ts'\nfind()\n",
      'server/users/users.repository.ts': 'export const find = () => {}\n',
    },
  ],
]

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

test.each(VIOLATIONS)('%s', async (_, rule, tree) => {
  const problems = await importProblems(plant(tree))
  expect(problems).toContainEqual(expect.stringContaining(`(${rule})`))
})

test('the orders name every feature and stand in the READMEs', () => {
  expect(FEATURES.toSorted()).toEqual(readdirSync('src/features').toSorted())
  expect(readFileSync('src/README.md', 'utf8')).toContain(FEATURES.join(', '))
  expect(readFileSync('server/README.md', 'utf8')).toContain(NOUNS.join(', '))
})

test('allowed imports report no problem', async () => {
  const tree = {
    'shared/a.ts': 'export const a = 1\n',
    'client/api.ts': "import type { AppRouter } from '../server/router.ts'\nexport type Api = AppRouter\n",
    'src/page.ts':
      "import { a } from '#shared/a.ts'\nimport type { Api } from '#client/api.ts'\nexport const b: Api[] = [a]\n",
    'src/routes.tsx': "export const page = () => import('./features/project-page/page.tsx')\n",
    'src/features/project-page/page.tsx': "import '../projects/list.tsx'\nimport '#src/ui/a.tsx'\n",
    'src/features/projects/list.tsx': 'export const list = 1\n',
    'src/ui/a.tsx': "import '#src/lib/a.ts'\n",
    'src/lib/a.ts': 'export const a = 1\n',
    'server/router.ts':
      "import { find } from './projects/projects.router.ts'\nfind()\nexport type AppRouter = number\n",
    'server/users/users.service.ts': 'export const find = () => {}\n',
    'server/test-suites/test-suites.service.ts':
      "import { find } from '../projects/projects.service.ts'\nexport const list = find\n",
    'server/projects/projects.service.ts':
      "import { users } from '../users/users.repository.ts'\nexport const find = users\n",
    'server/projects/projects.router.ts':
      "import { list } from '../test-suites/test-suites.service.ts'\nexport const find = list\n",
    'server/exports/exports.service.ts': "import '../test-runs/run-lists.repository.ts'\n",
    'server/test-runs/run-lists.repository.ts': 'export const runs = 1\n',
    'server/http/identify.ts': "import '../auth/secrets.ts'\n",
    'server/auth/secrets.ts': 'export const secret = 1\n',
    'server/projects/projects.test.ts': "import '../users/users.repository.ts'\n",
    'server/users/users.repository.ts': 'export const users = 1\n',
  }
  expect(await importProblems(plant(tree))).toEqual([])
})

function plant(tree: Tree): string {
  const folder = mkdtempSync(join(tmpdir(), 'import-gate-'))
  folders.push(folder)
  const names = ['shared', 'server', 'client', 'src']
  const imports = Object.fromEntries(names.map((name) => [`#${name}/*`, `./${name}/*`]))
  for (const [file, text] of Object.entries({ ...tree, 'package.json': JSON.stringify({ type: 'module', imports }) })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}
