import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import rootPackage from '../package.json' with { type: 'json' }
import { bundleCli } from './bundle-cli.ts'
import { root } from './launch.mjs'

/*
 * Packs the command `assay` alone: npm run pack:cli [-- --output FOLDER]. The package is a single JavaScript file for
 * Node 20 or newer that contains its dependencies, so an installation fetches nothing else.
 */

const { values } = parseArgs({ options: { output: { type: 'string', default: 'dist-cli' } } })
const output = resolve(values.output)
const folder = join(output, 'package')

rmSync(folder, { recursive: true, force: true })
await bundleCli(folder)
for (const file of ['README.md', 'REPORTERS.md']) copyFileSync(join(root, 'client', file), join(folder, file))
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
mkdirSync(output, { recursive: true })
console.log(join(output, pack()))

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
