import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { useFolder } from '../../server/testing/use-folder.ts'
import { useTestServer } from '../../server/testing/use-server.ts'
import { CLONE, environmentOf, runCommand } from '../testing.ts'

/* Checks the syntax of the snippets of docs/ci.md, and runs their `assay` lines with the variables of their CI. */

const page = readFileSync(join(import.meta.dirname, '../../docs/ci.md'), 'utf8')
const server = await useTestServer()
const olga = await server.person('Olga')
const folder = useFolder()
for (const bin of ['bin', '.assay/node_modules/.bin']) {
  mkdirSync(join(folder, bin), { recursive: true })
  writeFileSync(join(folder, bin, 'assay'), `#!/bin/sh\nexec '${process.execPath}' '${CLONE}' "$@"\n`)
  chmodSync(join(folder, bin, 'assay'), 0o755)
}
writeFileSync(join(folder, 'report.xml'), '<testsuite name="S"><testcase name="a"/></testsuite>')

function snippet(file: string): string {
  const [, text] = new RegExp(`\`\`\`\\w+\\n(?:#|//) ${file.replaceAll('.', '\\.')}\\n([^]*?)\`\`\``).exec(page) ?? []
  if (text === undefined) throw new Error(`docs/ci.md has no ${file}`)
  return text
}

const SNIPPETS = {
  '.github/workflows/test.yml': {
    lines: () =>
      parse(snippet('.github/workflows/test.yml')).jobs.test.steps.flatMap(({ run = '' }) => run.split('\n')),
    env: { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1' },
    key: 'github-1',
  },
  '.gitlab-ci.yml': {
    lines: () => {
      const { test, complete } = parse(snippet('.gitlab-ci.yml'))
      return [...test.script, ...complete.script]
    },
    env: { GITLAB_CI: 'true', CI_PIPELINE_ID: '2' },
    key: 'gitlab-2',
  },
  Jenkinsfile: {
    lines: () => Array.from(snippet('Jenkinsfile').matchAll(/^ *sh '(.+)'$/gm), ([, line]) => line),
    env: { JENKINS_URL: 'https://jenkins.example.com/', BUILD_NUMBER: '3', BUILD_TAG: 'jenkins-shop-3' },
    key: 'jenkins-shop-3',
  },
}

test.each(Object.entries(SNIPPETS))(
  'the snippet %s uploads into the run of its build and completes it',
  async (_, ci) => {
    const project = await server.project(olga)
    const env = { ...environmentOf(server.url, project), ...ci.env, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` }
    const lines = ci.lines().filter((line: string) => /(^|\/)assay /.test(line))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      const { code, stderr } = await runCommand(['sh', '-c', line], { env, cwd: folder })
      expect([line, code, code === 0 ? '' : stderr]).toEqual([line, 0, ''])
    }
    const runs = (await server.get(`/test-runs/project/${project.id}`, olga)).body
    expect(runs.map(({ key, status, summary }: any) => [key, status, summary.total])).toEqual([
      [ci.key, 'completed', 1],
    ])
  },
)
