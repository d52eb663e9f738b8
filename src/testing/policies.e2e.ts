import { expect, test } from './fixtures.ts'

declare global {
  interface Window {
    violations: string[]
  }
}

test('no page breaks the policy of trusted types, so that it can be enforced one day', async ({
  server,
  admin,
  openAs,
  page,
}) => {
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, sourceFile, lineNumber }) =>
      window.violations.push(`${effectiveDirective} ${sample} ${sourceFile}:${lineNumber}`),
    )
  })
  const project = await server.project(admin)
  const suite = await server.suite(admin, project.id)
  await server.testCase(admin, suite.id, { description: '**bold** <b>tag</b> [link](https://example.com)' })
  const run = await server.run(admin, project.id)
  const paths = ['/', `/projects/${project.id}`, `/test-suites/${suite.id}`, `/test-runs/${run.id}`, '/admin', '/api-docs']
  for (const path of paths) {
    await openAs(admin, path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([path, await page.evaluate(() => window.violations)]).toEqual([path, []])
  }
  await page.evaluate(() => (document.createElement('div').innerHTML = '<i>text</i>'))
  await expect.poll(() => page.evaluate(() => window.violations.length)).toBe(1)
})
