import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { workbookOf } from '#server/imports/testing-workbooks.ts'
import { addProject, createProject, recordingIn, signUp, type User } from './data.ts'
import { type Figures, ms } from './figures.ts'
import { waitsDuring } from './load.ts'
import { memoryOf, type Server, startAssay, untilIdle } from './servers.ts'

/* Imports of cases with HTML and three steps, while others write in another project. */

const CASES = 20_000
const BEFORE = '<p>Signed in as a <b>customer</b> with:</p><ul><li>an address</li><li>a card</li></ul>'
const textOf = (at: number) =>
  `<p>Opens the <b>cart</b> and checks:</p><ul><li>order ${at}</li><li>the address</li></ul>`
const STEPS = [
  '1. Add two items\n2. Open the cart\n3. Pay',
  '1. The cart shows 2\n2. It has a total\n3. A receipt arrives',
]
const HEADER = ['ID', 'Title', 'Section', 'Preconditions', 'Mission', 'Steps', 'Expected Result']
const rowOf = (at: number) => [`C${at + 1}`, `Pays, case ${at}`, `Suite ${at % 40}`, BEFORE, textOf(at), ...STEPS]
const ROWS = Array.from({ length: CASES }, (_, at) => rowOf(at))
const xmlOf = ([id, title, , before, mission, steps, expected]: string[]) =>
  `<case><id>${id}</id><title>${title}</title><custom><preconds><![CDATA[${before}]]></preconds><mission><![CDATA[${mission}]]></mission><steps>${steps}</steps><expected>${expected}</expected></custom></case>`

const FILES = {
  CSV: () => [HEADER, ...ROWS].map((row) => row.map((cell) => `"${cell}"`).join()).join('\n'),
  'TestRail XML': () =>
    `<sections><section><name>A</name><cases>${ROWS.map(xmlOf).join('')}</cases></section></sections>`,
  xlsx: () => workbookOf([HEADER, ...ROWS]),
}

export async function* imports(): Figures {
  const user = await signUp(await startAssay())
  const { server } = user
  const write = recordingIn(user, await addProject(user, 1, 1))
  for (const [format, fileOf] of Object.entries(FILES)) {
    const [file, id] = [fileOf(), await createProject(user, format)]
    await untilIdle(server)
    const before = memoryWith(server)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, memoryWith(server))), 50)
    for (const [act, bar] of [['preview', '≤ 10000 ms'] as const, ['apply', '≤ 30000 ms'] as const]) {
      const work = () => send(user, id, file, act === 'preview')
      const { tookMs, longestMs, times } = await waitsDuring(server, write, work)
      yield { work: `${act} of 20,000 cases, ${format}`, assay: ms(tookMs), value: tookMs, bar }
      const assay = `${ms(longestMs)} of ${times.length} writes`
      yield { work: 'longest wait of another write meanwhile', assay, value: longestMs, bar: '≤ 100 ms' }
    }
    clearInterval(watch)
    const grown = most - before
    yield { work: 'growth of memory', assay: `${grown.toFixed(0)} MiB`, value: grown, bar: '≤ 300 MiB' }
  }
}

/** Sends a file, and waits until it is imported. */
async function send({ server, token, call }: User, id: string, file: string | Buffer, dryRun: boolean) {
  const headers = { authorization: `Bearer ${token}` }
  const address = `${server.url}/api/projects/${id}/imports`
  const answer = await fetch(`${address}?dryRun=${dryRun}`, { method: 'POST', headers, body: file as BodyInit })
  let made: any = await answer.json()
  if (!answer.ok) throw new Error(`${answer.status} ${made.message}`)
  const isDone = () => dryRun || made.isDone
  for (; !isDone(); await wait(50)) made = await call('GET', `/projects/${id}/imports/${made.id}`)
  if (made.created !== CASES) throw new Error(`${made.created} cases were imported`)
}

/** Of the server and the processes that it has started, in MiB. */
function memoryWith(server: Server): number {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [server.pid, ...children.map(Number)].reduce(
    (sum, pid) => sum + (memoryOf({ ...server, pid }, 'VmRSS') || 0),
    0,
  )
}
