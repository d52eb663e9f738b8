import { expect, test } from './fixtures.ts'

declare global {
  interface Window {
    violations: string[]
  }
}

/** Zod tries whether it may make functions, which it may not. */
const KNOWN = /^Function\|/

test('Pages make HTML of no text with tags, so that trusted types can be enforced one day', async ({
  server,
  admin,
  openAs,
  page,
}) => {
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => {
      if (effectiveDirective === 'require-trusted-types-for') window.violations.push(sample)
    })
  })
  const project = await server.project(admin)
  const suite = await server.suite(admin, project.id)
  await server.testCase(admin, suite.id, { description: '**bold** <b>tag</b> [link](https://example.com)' })
  const run = await server.run(admin, project.id)
  const unknown = () =>
    page.evaluate((known) => window.violations.filter((text) => !new RegExp(known).test(text)), KNOWN.source)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  for (const path of [
    `/projects/${project.id}`,
    `/projects/${project.id}?tab=runs&run=${run.id}`,
    '/admin',
    '/api-docs',
  ]) {
    await openAs(admin, path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect([path, await unknown()]).toEqual([path, []])
  }
  expect(errors).toEqual([])
  await page.evaluate(() => (document.createElement('div').innerHTML = '<i>text</i>'))
  await expect.poll(unknown).toHaveLength(1)
})

test('A password is masked, may be pasted, and is offered to password managers', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/login')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  await page.evaluate(() => navigator.clipboard.writeText('correct horse'))
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue('correct horse')
})
