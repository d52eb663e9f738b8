import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { JsonReporter, type TestModule } from 'vitest/node'

/** The test is the one that ran when it was seen. */
type OutsideError = { name?: string; message: string; VITEST_TEST_PATH?: string; VITEST_TEST_NAME?: string }

/** Vitest's JSON report, with `errors` like Playwright's: failures outside the tests, such as a rejected promise. */
export default class extends JsonReporter {
  override async onTestRunEnd(modules: readonly TestModule[], errors: readonly OutsideError[] = []): Promise<void> {
    await super.onTestRunEnd(modules)
    const file = this.ctx.config.outputFile as string
    const report: object = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...report, errors: errors.map(toFailure) }))
  }
}

function toFailure({ name = 'Error', message, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }: OutsideError) {
  const place = [path && relative(process.cwd(), path), test].filter(Boolean).join(' › ')
  return { message: `${place && `beside ${place}: `}${name}: ${message}` }
}
