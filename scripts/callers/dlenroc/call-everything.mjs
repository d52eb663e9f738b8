import { createRequire } from 'node:module'
import { Readable } from 'node:stream'

/* Calls every method of the client with plausible arguments, and prints the status of each answer. */
const require = createRequire(import.meta.url)
const TestRail = require('@dlenroc/testrail')
const nodeFetch = require('node-fetch')

const { HOST, USER, PASSWORD, IDS } = process.env
const ids = JSON.parse(IDS)
let status
const fetch = async (...args) => {
  const response = await nodeFetch(...args)
  status = response.status
  return response
}
const { FormData, Blob } = { FormData: require('form-data'), Blob: nodeFetch.Blob }
const client = new TestRail({
  host: HOST,
  username: USER,
  password: PASSWORD,
  implementations: { fetch, FormData, Blob },
})

const OF_PROJECT =
  /^(get(Cases|Sections|Suites?|Project|Runs|Milestones|Plans|Templates|Configs)|add(Run|Section|Milestone)|(update|delete)Cases)$/
const OF_SECTION = /^(addCase|(get|update|delete)Section|(copy|move)CasesToSection)$/
const OF_TEST = /^(getTest|getResults|addResult|getAttachmentsForTest)$/

function idFor(name) {
  if (OF_PROJECT.test(name)) return ids.project
  if (OF_SECTION.test(name)) return ids.section
  if (OF_TEST.test(name)) return ids.test
  return /ToResult$/.test(name) ? ids.result : 1
}

function argumentsFor(name) {
  if (name === 'getUserByEmail') return ['ci@assay.invalid']
  if (/^add(Attachment|Bdd)/.test(name)) return [idFor(name), file(), file()]
  const payload = {
    name: 'a name',
    title: 'a title',
    status_id: 1,
    case_ids: [1],
    results: [{ case_id: 1, test_id: ids.test, status_id: 1 }],
  }
  return [idFor(name), ...(/ForCase$/.test(name) && /Result/.test(name) ? [1] : []), payload, payload]
}

const file = () => ({ name: 'log.txt', value: Readable.from(['what happened']) })

const names = Object.getOwnPropertyNames(TestRail.prototype).filter((name) =>
  /^(get|add|update|delete|close|copy|move|run)[A-Z]/.test(name),
)
/** What ends or deletes something is called last. */
const rank = (name) => ['close', 'delete'].findIndex((verb) => name.startsWith(verb))
const outcomes = {}
for (const name of names.toSorted((a, b) => rank(a) - rank(b))) {
  status = undefined
  const error = await client[name](...argumentsFor(name)).then(
    () => undefined,
    (reason) => String(reason),
  )
  outcomes[name] = { status, error }
}
console.log(JSON.stringify(outcomes))
