import { expect, test } from '#src/testing/fixtures.ts'

// An empty cache.
test.use({ hasOwnContext: true })

test('A first visit loads at most 170 kB of scripts and 40 kB of styles', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? ''
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(bytes['Script']).toBeLessThan(170_000)
  expect(bytes['Stylesheet']).toBeLessThan(40_000)
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(bytes) })
})
