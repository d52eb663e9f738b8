import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { TestInfo } from '@playwright/test'
import { expect, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { hostileRun } from '#src/testing/hostile-run.ts'
import { overflowing } from '#src/testing/inspect.ts'

/** The address of the downloaded file. */
async function exportedFile(server: TestServer, person: Person, runId: string, testInfo: TestInfo): Promise<string> {
  const answer = await fetch(`${server.url}/api/test-runs/${runId}/export?format=html`, {
    headers: { authorization: person.authorization },
  })
  const file = testInfo.outputPath('run.html')
  await writeFile(file, await answer.text())
  return pathToFileURL(file).href
}

test('The exported HTML file asks for nothing but itself, and hostile texts in it run nothing', async ({
  page,
  server,
  person,
}, testInfo) => {
  const run = await hostileRun(server, person)
  const href = await exportedFile(server, person, run.id, testInfo)
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => problems.push(message.text()))
  page.on('dialog', (dialog) => {
    problems.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(href)
  await expect(page.getByRole('heading', { name: 'Failures (2)' })).toBeVisible()
  await page.evaluate(() => document.querySelectorAll('details').forEach((folded) => (folded.open = true)))
  await expect(page.getByText('<script>globalThis.owned=1</script>').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual([href])
  expect(problems).toEqual([])
  expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false)
  expect(await page.title()).not.toBe('owned')
  expect(await page.locator('img, script, link, iframe, object, form, [onerror]').count()).toBe(0)
  expect(await page.locator('a:not([href^="http"])').count()).toBe(0)
})

test('The exported HTML file fits a phone whose fonts are wide', async ({ page, server, person }, testInfo) => {
  const run = await hostileRun(server, person)
  await page.goto(await exportedFile(server, person, run.id, testInfo))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addStyleTag({ content: '* { letter-spacing: 0.3em !important }' })
  await page.evaluate(() => document.querySelectorAll('details').forEach((folded) => (folded.open = true)))
  await expect(page.getByRole('heading', { name: 'Failures (2)' })).toBeVisible()
  expect(await overflowing(page)).toEqual([])
})
