/* Playwright reports with attachments, for tests. */

type File = { name: string; contentType?: string; path?: string; body?: string }

/** A report of one spec for each list of files. Each file is of the only execution, unless `attempts` says otherwise. */
export function playwrightReport(files: File[][], { attempts = 1, title = 'test' } = {}): string {
  const specs = files.map((attachments, index) => ({
    title: `${title} ${index}`,
    tests: [
      {
        projectName: 'chromium',
        expectedStatus: 'passed',
        results: Array.from({ length: attempts }, (_, attempt) => ({
          status: attempt === attempts - 1 ? 'passed' : 'failed',
          attachments: attachments.filter((_file, at) => at % attempts === attempt),
        })),
      },
    ],
  }))
  const stats = { expected: files.length, unexpected: 0, flaky: 0, skipped: 0 }
  return JSON.stringify({ config: {}, suites: [{ title: 'a.spec.ts', specs }], errors: [], stats })
}

/** A file in a report. */
export const embedded = (bytes: Uint8Array | string, name = 'screenshot', contentType = 'image/png'): File => ({
  name,
  contentType,
  body: Buffer.from(bytes).toString('base64'),
})
