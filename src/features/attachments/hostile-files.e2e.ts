import { expect, test } from '#src/testing/fixtures.ts'

const SCRIPT = '<script>document.title = "hacked"; alert(1)</script>'
const FILES: [name: string, text: string, isShown: boolean][] = [
  ['page.html', `<!doctype html>${SCRIPT}`, false],
  ['page.png', `<html>${SCRIPT}`, false],
  ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, false],
  ['both.html', `GIF89a${SCRIPT}`, true],
  ['script.pdf', '%PDF-1.7 1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>', true],
  ['text.html', `a text, then ${SCRIPT}`, true],
]

test('a hostile file that is opened by its address runs nothing, and reaches no token of the app', async ({
  server,
  person,
  openAs,
  page,
}) => {
  const project = await server.project(person)
  const testCase = await server.testCase(person, (await server.suite(person, project.id)).id)
  await openAs(person, '/')
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  for (const [name, text, isShown] of FILES) {
    const { id } = (await server.attachToCase(person, testCase.id, text, name)).body
    const { path } = (await server.get(`/attachments/${id}/address`, person)).body
    const download = isShown ? undefined : page.waitForEvent('download')
    const opened = await page.goto(`${server.url}/api${path}`).catch(() => null)
    expect([name, (await download)?.suggestedFilename() ?? null]).toEqual([name, isShown ? null : name])
    if (!isShown) continue
    expect(opened?.status()).toBe(200)
    expect(await page.title()).not.toBe('hacked')
    const reached = await page.evaluate(() => {
      try {
        return [self.origin, localStorage.length]
      } catch (error) {
        return [self.origin, (error as Error).name]
      }
    })
    expect(reached).toEqual(['null', 'SecurityError'])
  }
  expect(dialogs).toBe(0)
})
