import { readFileSync, writeFileSync } from 'node:fs'
import { JsonReporter, type TestModule } from 'vitest/node'

/** Vitest's JSON report, with `errors` like Playwright's: failures outside the tests, such as a rejected promise. */
export default class extends JsonReporter {
  override async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly { name?: string; message: string }[] = [],
  ): Promise<void> {
    await super.onTestRunEnd(modules)
    const file = this.ctx.config.outputFile as string
    const report: object = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...report, errors: errors.map(withName) }))
  }
}

function withName({ name = 'Error', message }: { name?: string; message: string }) {
  return { message: `${name}: ${message}` }
}
