import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../server/testing/use-folder.ts'
import { assay, runCommand } from './testing.ts'

const folder = useFolder()

/** What bash offers for the last of the words. */
async function offered(words: string[]): Promise<string[]> {
  const { stdout } = await assay(['completion', 'bash'])
  const file = join(folder, 'assay.bash')
  writeFileSync(file, `${stdout}\n_assay\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`)
  const line = `COMP_WORDS=(assay ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; . '${file}'`
  return (await runCommand(['bash', '-c', line])).stdout.split('\n').filter((word) => word !== '')
}

test.runIf(process.platform !== 'win32')('bash completes commands, commands below them, and options', async () => {
  expect(await offered(['ru'])).toEqual(['runs'])
  expect(await offered(['--quiet', 'runs', 'wa'])).toEqual(['watch'])
  expect(await offered(['runs', 'watch', 'R1', '--in'])).toEqual(['--include-quarantined', '--interval'])
  expect(await offered(['upload', 'rep'])).toEqual([])
})

test.each(['bash', 'zsh', 'fish'])('completion for %s knows every command', async (shell) => {
  const { code, stdout } = await assay(['completion', shell])
  expect(code).toBe(0)
  for (const command of ['upload', 'runs', 'watch', 'record', 'completion']) expect(stdout).toContain(command)
})

test('completion for an unknown shell ends with exit code 2', async () => {
  expect((await assay(['completion', 'tcsh'])).code).toBe(2)
})

test('the help of a command shows its own options, and where those of every command are', async () => {
  const [own, general] = [await assay(['runs', 'watch', '--help']), await assay(['--help'])]
  expect(own.stdout).toContain('--interval')
  expect(own.stdout).not.toContain('--retry-delay')
  expect(own.stdout).toContain('\nOptions of every command: assay --help\n')
  expect(general.stdout.match(/--retry-delay/g)).toHaveLength(1)
  expect(general.stdout).not.toContain('Options of every command')
})
