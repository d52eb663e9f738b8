import type { Page } from '@playwright/test'
import { machine } from '../../server/testing/server.ts'
import { newPerson, type Person, type TestServer } from './fixtures.ts'
import * as rows from './result-row.ts'
import { addTester, sampleProject } from './project-data.ts'

/* A run in which two testers and a harness record at the same time. */

export const row = (page: Page, name = '1.1 Confirms the card') => rows.row(page, name)
export const caseRow = (page: Page, name = '1.1 Confirms the card') => page.getByRole('group', { name })
export const field = (page: Page, name?: string) => row(page, name).getByLabel('Actual Value')

export async function twoTesters(server: TestServer, ada: Person) {
  const tess = await newPerson(server, 'Tess')
  const { project, cases, receipts } = await sampleProject(server, ada)
  await addTester(server, ada, project.id, tess)
  const run = await server.run(ada, project.id, 'Release 1.4')
  const setAsTess = async (actualValue: string | null, number = 0) =>
    await server.patch(`/test-runs/result/${run.results[number].id}`, { actualValue }, tess)
  const path = `/projects/${project.id}?tab=runs&run=${run.id}`
  return { tess, harness: machine(project), project, cases, receipts, run, setAsTess, path }
}
