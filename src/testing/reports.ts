import type { Locator, Page } from '@playwright/test'

type File = { name: string; text: string }

/** A Surefire suite with a passed, a flaky, a failed, a broken and a skipped test. */
export const CART_REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="com.acme.CartTest" tests="5" failures="1" errors="1" skipped="1" timestamp="2026-01-31T12:00:00Z">
  <testcase name="addsUp" classname="com.acme.CartTest" time="0.8"/>
  <testcase name="isFlaky" classname="com.acme.CartTest" time="1.25">
    <flakyFailure message="expected 1 but was 2" type="AssertionError"><stackTrace>AssertionError: expected 1 but was 2
	at com.acme.CartTest.isFlaky(CartTest.java:12)</stackTrace></flakyFailure>
  </testcase>
  <testcase name="takesVouchers" classname="com.acme.CartTest" time="75.4">
    <failure message="the voucher was not taken" type="AssertionError">AssertionError: the voucher was not taken
	at com.acme.CartTest.takesVouchers(CartTest.java:40)
	at java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)
	at org.junit.platform.commons.util.ReflectionUtils.invokeMethod(ReflectionUtils.java:767)</failure>
  </testcase>
  <testcase name="reachesTheBank" classname="com.acme.CartTest" time="0.1">
    <error message="connection refused" type="IOException">IOException: connection refused</error>
  </testcase>
  <testcase name="paysOnWindows" classname="com.acme.CartTest" time="0"><skipped message="not on Linux"/></testcase>
</testsuite>`

/** A suite with an unreadable timestamp, which the server accepts with a warning. */
export const ODD_REPORT = `<testsuite name="Odd" tests="1" timestamp="yesterday at noon"><testcase name="runs" classname="Odd" time="1"/></testsuite>`

/** A report truncated in its third line. */
export const BROKEN_REPORT = `<testsuite name="Torn">
  <testcase name="first" classname="Torn"/>
  <testcase name="sec`

export function longReport(megabytes: number): string {
  const one = `<testcase name="case" classname="Long"><failure message="no">${'x'.repeat(10_000)}</failure></testcase>`
  const cases = Array.from({ length: megabytes * 100 }, (_, number) => one.replace('"case"', `"case ${number}"`))
  return `<testsuite name="Long">${cases.join('')}</testsuite>`
}

/** Chooses files in the browser's file dialog. */
export async function chooseFiles(page: Page, button: string | Locator, files: File[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await (typeof button === 'string' ? page.getByRole('button', { name: button }) : button).focus()
  await page.keyboard.press('Enter')
  await (
    await chooser
  ).setFiles(files.map(({ name, text }) => ({ name, mimeType: 'application/xml', buffer: Buffer.from(text) })))
}

/** Drags files over an element. Returns the steps that can follow. */
export async function dragFiles(page: Page, over: Locator, files: File[]) {
  const dataTransfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const { name, text } of files) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  await over.dispatchEvent('dragenter', { dataTransfer })
  return {
    aimAt: (target: Locator) => target.dispatchEvent('dragover', { dataTransfer }),
    dropOn: (target: Locator) => target.dispatchEvent('drop', { dataTransfer }),
    leave: () => over.dispatchEvent('dragleave', { dataTransfer }),
  }
}

/** Throttles uploads. Returns a function that ends the throttling. */
export async function slowLine(page: Page, bytesPerSecond: number, latency = 0): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = (uploadThroughput: number, latency: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await set(bytesPerSecond, latency)
  return async () => void (await set(-1, 0))
}
