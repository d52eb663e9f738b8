import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'

const FOLDERS = ['shared', 'server', 'client', 'src', 'migrations', 'scripts']

/** Checks the imports of the tree at `baseDir`. Returns one sentence per violation. */
export async function importProblems(baseDir: string): Promise<string[]> {
  const { forbidden, options } = config
  const folders = FOLDERS.filter((folder) => existsSync(join(baseDir, folder)))
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } })
  const { violations } = (output as ICruiseResult).summary
  return violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to
    return `${from} → ${path}: ${commentOf(rule.name)} (${rule.name})`
  })

  function commentOf(name: string): string {
    return forbidden.find((rule) => rule.name === name)?.comment ?? ''
  }
}
