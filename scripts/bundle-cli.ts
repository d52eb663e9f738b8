import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './launch.mjs'
import rootPackage from '../package.json' with { type: 'json' }

/** Writes the command `assay` into a folder: its entry, assay.cjs, and one file that contains its dependencies. */
export async function bundleCli(folder: string): Promise<void> {
  const { build } = await import('vite')
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
  copyFileSync(join(root, 'client/package/assay.cjs'), join(folder, 'assay.cjs'))
  // Apart from assay.cjs, because an old Node cannot parse import().
  writeFileSync(join(folder, 'load.cjs'), "import('./cli.mjs')\n")
}

function versionOnly(): string {
  return JSON.stringify({ version: rootPackage.version })
}
