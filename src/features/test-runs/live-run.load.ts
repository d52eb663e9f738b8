import type { Page } from '@playwright/test'
import { machine } from '../../../server/testing/server.ts'
import { whenLive } from '#src/testing/second-browser.ts'
import { field } from '#src/testing/result-row.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { fillProject } from '#src/testing/project-data.ts'

const KEYS = 30

/** The times until each key was shown, in milliseconds, slowest last. */
async function typeInto(page: Page, name: string): Promise<number[]> {
  const value = field(page, name)
  await value.focus()
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(window, { durations })
    document.activeElement?.addEventListener('keydown', (event) => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => durations.push(performance.now() - event.timeStamp))
      channel.port1.start()
      requestAnimationFrame(() => channel.port2.postMessage(null))
    })
  })
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.type('a', { delay: 80 })
  await expect(value).toHaveValue('a'.repeat(KEYS))
  await expect(value).toBeFocused()
  return (await page.evaluate(() => (window as unknown as { durations: number[] }).durations)).toSorted((a, b) => a - b)
}

test('Typing stays smooth in a run of 10,000 cases while a harness records hundreds a second', async ({
  page,
  server,
  person,
  openAs,
}) => {
  test.setTimeout(180_000)
  const project = await server.project(person)
  await fillProject(server, project.id, 200, 50)
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, { omitResults: true }, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await whenLive(server, run.id, 1)
  const calm = await typeInto(page, '1.1 Case 1 of suite 1')
  const over = new AbortController()
  let recorded = 0
  const load = (async () => {
    for (let batch = 0; !over.signal.aborted; batch += 1) {
      const results = Array.from({ length: 90 }, (_, index) => ({
        testCaseId: `${project.id}-${((batch + index) % 200) + 1}-${10 + (index % 40)}`,
        actualValue: batch % 2 === 0 ? 'ok' : 'no',
      }))
      const { status } = await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
      expect(status).toBe(201)
      recorded += results.length
      await new Promise((resolve) => setTimeout(resolve, 330))
    }
  })()
  const loaded = await typeInto(page, '1.2 Case 2 of suite 1')
  over.abort()
  await load
  const figures = [calm, loaded].map(
    (durations) =>
      `median ${Math.round(durations[KEYS / 2] ?? NaN)} ms, slowest ${Math.round(durations.at(-1) ?? NaN)} ms`,
  )
  test
    .info()
    .annotations.push({ type: 'a key', description: `${figures.join('; with harness: ')}, ${recorded} recorded` })
  expect(recorded).toBeGreaterThan(500)
  expect(loaded[KEYS / 2]).toBeLessThan(Math.max((calm[KEYS / 2] as number) * 3, 100))
  expect(loaded.at(-1)).toBeLessThan(Math.max((calm.at(-1) as number) * 3, 500))
  const counts = (await server.get(`/test-runs/${run.id}/overview`, person)).body.summary
  await expect(
    page
      .getByRole('group', { name: 'Show results' })
      .getByRole('button', { name: `${counts.passed.toLocaleString('en')} passed` }),
  ).toBeVisible()
})
