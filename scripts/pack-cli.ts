import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import rootPackage from '../package.json' with { type: 'json' }

/*
 * Packs the command `assay` alone: npm run pack:cli [-- --output FOLDER]. The package is a single JavaScript file for
 * Node 20 or newer that contains its dependencies, so an installation fetches nothing else.
 */

const { values } = parseArgs({ options: { output: { type: 'string', default: 'dist-cli' } } })
const root = join(import.meta.dirname, '..')
const output = resolve(values.output)
const folder = join(output, 'package')

rmSync(folder, { recursive: true, force: true })
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  ssr: { noExternal: true },
  // Only the version is used, for `--version`.
  plugins: [{ name: 'version-only', load: { filter: { id: /[\\/]package\.json$/ }, handler: versionOnly } }],
  build: {
    ssr: 'client/cli.ts',
    target: 'node20',
    outDir: folder,
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: { output: { entryFileNames: 'cli.mjs', codeSplitting: false } },
  },
})
for (const file of ['package/assay.cjs', 'README.md', 'REPORTERS.md'])
  copyFileSync(join(root, 'client', file), join(folder, basename(file)))
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
// Apart from assay.cjs, because an old Node cannot parse import().
writeFileSync(join(folder, 'load.cjs'), "import('./cli.mjs')\n")
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
mkdirSync(output, { recursive: true })
console.log(join(output, pack()))

function versionOnly(): string {
  return JSON.stringify({ version: rootPackage.version })
}

function manifest() {
  return {
    name: '@assay/cli',
    version: rootPackage.version,
    description: 'Uploads test reports to an Assay server, starts and completes runs, exports and imports cases',
    bin: { assay: 'assay.cjs' },
    files: ['assay.cjs', 'load.cjs', 'cli.mjs', 'LICENSE', 'LICENSES.md', 'REPORTERS.md'],
    license: rootPackage.license,
    engines: { node: '>=20' },
  }
}

/** Returns the name of the tarball. */
function pack(): string {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', output], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  return filename
}
