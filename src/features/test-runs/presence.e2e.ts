import { breakableProxy } from '../../../server/live/testing.ts'
import { openSecondBrowser, whenLive } from '#src/testing/second-browser.ts'
import { expect, newPerson, signIn, test, VARIANT } from '#src/testing/fixtures.ts'
import { row, twoTesters } from '#src/testing/live-run.ts'
import { addTester } from '#src/testing/project-data.ts'

const LONG = `Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the ${'very '.repeat(20)}last`

test('A run lists its other viewers while they have it open', async ({ page, browser, server, person, openAs }) => {
  const { tess, project, run, path } = await twoTesters(server, person)
  const hubert = await newPerson(server, LONG)
  await addTester(server, person, project.id, hubert)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  const names = page.getByRole('list', { name: 'Also here' }).getByRole('listitem')
  await expect(page.getByRole('region', { name: `Test run ${run.id.slice(-8)}` })).toBeVisible()
  await expect(names).toHaveCount(0)
  await expect(row(page)).toBeVisible()
  const place = async () => (await row(page).boundingBox())?.y
  const before = await place()
  const others = [
    await openSecondBrowser(browser, server, hubert, path),
    await openSecondBrowser(browser, server, tess, path),
  ]
  await expect(names).toHaveText([LONG, 'Tess'])
  expect(await place(), 'what people have under their hands does not move as others come').toBe(before)
  await expect(page.locator('[aria-live]').getByText(`Also here: ${LONG}, Tess`)).toBeAttached()
  await others[0]?.context().close()
  await expect(names).toHaveText(['Tess'])
  await others[1]?.goto('/projects')
  await expect(names).toHaveCount(0)
  await others[1]?.context().close()
})

test('A run without a live connection lists no other viewers', VARIANT, async ({ page, browser, server, person }) => {
  const { tess, run, path } = await twoTesters(server, person)
  const proxy = await breakableProxy(server.url)
  await signIn(page, person, proxy.url)
  await page.goto(`${proxy.url}${path}`)
  await whenLive(server, run.id, 1)
  const other = await openSecondBrowser(browser, server, tess, path)
  await whenLive(server, run.id, 2)
  const names = page.getByRole('list', { name: 'Also here' }).getByRole('listitem')
  await expect(names).toHaveText(['Tess'])
  proxy.shut()
  const strip = page.getByRole('region', { name: 'Notifications' })
  await expect(strip.getByText('Live updates are interrupted')).toBeVisible({ timeout: 30_000 })
  await expect(names).toHaveCount(0)
  proxy.open()
  await expect(names).toHaveText(['Tess'], { timeout: 15_000 })
  proxy.close()
  await other.context().close()
})

test('A run with 60 viewers names five and counts the others', async ({ page, server, person, openAs }) => {
  const { run, path } = await twoTesters(server, person)
  const viewers = Array.from({ length: 60 }, (_, index) => ({
    id: `viewer ${index}`,
    name: `Bot ${String(index).padStart(2, '0')}`,
  }))
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  const live = server.services.live.viewers
  for (const viewer of viewers) live.setRemote('other', run.id, viewer, true)
  const names = page.getByRole('list', { name: 'Also here' }).getByRole('listitem')
  await expect(names).toHaveText(['Bot 00', 'Bot 01', 'Bot 02', 'Bot 03', 'Bot 04', '55 more'])
  live.clearRemote('other')
  await expect(names).toHaveCount(0)
})
