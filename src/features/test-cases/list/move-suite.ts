import { trpcClient } from '#src/lib/trpc-client.ts'
import { say } from '#src/lib/toast.ts'
import { writeSuites } from './case-cache.ts'
import type { CaseList } from './case-list.tsx'
import { moveItem } from './place-cases.ts'
import { type Done, forgetDone, noteDone } from './undo.ts'

export async function moveSuite({ project, allSuites, writes }: CaseList, id: string, index: number): Promise<void> {
  const before = allSuites.findIndex((suite) => suite.id === id)
  if (before === index || index < 0 || index >= allSuites.length) return
  const send = async (to: number) =>
    await writes.write({
      suiteIds: [],
      show: () => writeSuites(project.id, (suites) => moveItem(suites, id, to)),
      send: async () => await trpcClient.testSuites.update.mutate({ id, position: to + 1 }),
      failure: 'Failed to move test suite',
    })
  const name = allSuites[before]?.name ?? ''
  const done: Done = { text: `Moved suite ${name}`, takeBack: async () => await send(before) }
  noteDone(project.id, done)
  say(`${name}: now suite ${index + 1}`)
  await send(index).catch(() => forgetDone(project.id, done))
}
