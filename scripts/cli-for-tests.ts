import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCli } from './bundle-cli.ts'
import { digestOfSources, root } from './launch.mjs'

/*
 * Prints the path of the command `assay` as it is packed, and bundles it first if its sources have changed. It starts in
 * half the time of the command of a clone, and tests start it hundreds of times.
 */

const cache = join(root, 'node_modules/.cache/cli')
const digest = digestOfSources(['client', 'shared', 'scripts/bundle-cli.ts', 'package-lock.json'])
const entry = join(cache, digest, 'assay.cjs')
if (!existsSync(entry)) await bundle()
console.log(entry)

/** Several workers may do so at once: one of the drafts stays. */
async function bundle(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache).filter((name) => !name.startsWith('draft-') && name !== digest))
    rmSync(join(cache, name), { recursive: true, force: true })
  const draft = mkdtempSync(join(cache, 'draft-'))
  await bundleCli(draft)
  try {
    renameSync(draft, join(cache, digest))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(entry)) throw error
  }
}
