import type { RunExport } from './run-export.ts'

export async function* jsonFile({ run, results }: RunExport): AsyncGenerator<string> {
  yield `${JSON.stringify(run).slice(0, -1)},"results":[`
  let isFirst = true
  for await (const chunk of results()) {
    yield (isFirst ? '' : ',') + chunk.map((result) => JSON.stringify(result)).join(',')
    isFirst = false
  }
  yield ']}'
}
