import { chromium } from '@playwright/test'
import { expect, signIn, test, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test(
  'Where scrollbars take room, an open panel gives the page none, and a bar inside the page is thin',
  VARIANT,
  async ({ server, person }, { project }) => {
    const { project: shop, cases } = await sampleProject(server, person)
    await server.patch(`/test-cases/${cases.number.id}`, { description: 'A long text\n\n'.repeat(60) }, person)
    const run = await server.run(person, shop.id)
    // Playwright hides them unless told otherwise.
    const browser = await chromium.launch({
      ...project.use.launchOptions,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await signIn(page, person, server.url)
    const widthOfPageBar = async () =>
      await page.evaluate(() => globalThis.innerWidth - document.documentElement.clientWidth)
    for (const path of [`?case=C2`, `?tab=runs&run=${run.id}&case=${cases.number.id}`]) {
      await page.goto(`${server.url}/projects/${shop.id}${path}`)
      await expect(page.getByRole('complementary').getByText('A long text').first()).toBeVisible()
      await expect.poll(widthOfPageBar).toBe(0)
    }
    await page.goto(`${server.url}/projects/${shop.id}?case=C2`)
    const details = page.getByRole('region', { name: 'Details of the case' })
    await expect(details.getByText('A long text').first()).toBeVisible()
    await expect
      .poll(() => details.evaluate((each) => (each as HTMLElement).offsetWidth - each.clientWidth))
      .toBeLessThan(15)
    expect(await details.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true)
    await browser.close()
  },
)
