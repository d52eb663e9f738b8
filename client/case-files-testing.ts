import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { useFolder } from '../server/testing/use-folder.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, type CliResult, environmentOf } from './testing.ts'

/** The fields that an import into another project does not keep. */
const NOT_IMPORTED = new Set(['id', 'ref', 'testSuiteId', 'revision', 'createdAt', 'updatedAt', 'updatedBy'])

export async function useCaseFiles() {
  const server = await useTestServer()
  const olga = await server.person('Olga')
  const folder = useFolder()
  const now = { project: { id: '', clientSecret: '' }, env: {} as Record<string, string> }
  beforeEach(async () => {
    now.project = await server.project(olga)
    now.env = environmentOf(server.url, now.project)
  })
  return {
    server,
    olga,
    folder,
    now,
    file: (content: string | Uint8Array, name = 'cases.csv'): string => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    },
    importing: async (path: string, ...options: string[]): Promise<CliResult> =>
      await assay(['cases', 'import', path, ...options], { env: now.env }),
    contentOf: async (projectId = now.project.id) => {
      const { testSuites } = (await server.get(`/projects/${projectId}`, olga)).body
      return testSuites.flatMap((suite: any) =>
        suite.testCases.map((testCase: any) => ({
          suite: suite.name,
          ...Object.fromEntries(Object.entries(testCase).filter(([field]) => !NOT_IMPORTED.has(field))),
        })),
      )
    },
  }
}
