import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../server/testing/use-folder.ts'
import { useTestServer } from '../../server/testing/use-server.ts'
import { runCommand } from '../testing.ts'

/* Runs the shell blocks of the README and of docs/api.md in one shell, in order. */

const root = join(import.meta.dirname, '../..')
const server = await useTestServer()
const folder = useFolder()

function blocksOf(file: string, section = ''): string[] {
  const page = readFileSync(join(root, file), 'utf8')
  const part = page.slice(page.indexOf(section)).split(/\n## /)
  const text = section === '' ? page : (part[0] ?? '')
  return Array.from(text.matchAll(/```sh\n([^]*?)```/g), ([, block = '']) => block)
}

test.runIf(process.platform !== 'win32')(
  'the first steps and the blocks of docs/api.md work when they are pasted in order',
  async () => {
    const steps = blocksOf('README.md', 'First steps with curl')
    const blocks = [...steps, ...blocksOf('docs/api.md')]
    expect([steps.length, blocks.length]).toEqual([5, 9])
    mkdirSync(join(folder, 'src'))
    symlinkSync(join(root, 'src/pictures'), join(folder, 'src/pictures'))
    // Any unset variable, refused call or failed command ends the script.
    const strict = 'set -euo pipefail\ncurl() { command curl --fail "$@"; }\n'
    const script = (strict + blocks.join('\n')).replace('http://127.0.0.1:3000', server.url)
    const { code, stdout, stderr } = await runCommand(['bash', '-c', script], { cwd: folder })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('"status":"passed"')
  },
)
