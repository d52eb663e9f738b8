import type { Db } from '../../database/databases.ts'
import { giveWay } from '../../limits/give-way.ts'
import { isIndexable } from '../../database/search/trigrams.ts'
import {
  type CaseConditions,
  countHits,
  type Hit,
  listHits,
  listInSlices,
  listPlaces,
  listSuiteSlices,
  type Placed,
  type Slice,
} from './search-hits.repository.ts'

/** Ids of cases in order. `total` is the number of all matches, or null if counting them would be slow. */
export type Found = { ids: string[]; total: number | null }

/** A page starts after the case `after` and has at most `count` ids. */
type Part = { after: Placed | undefined; count: number }

/** Up to this many hits of the index are sorted. With more, reading the list in order finds a page sooner. */
const SORTED_MAX = 2_000
/** After this many cases of the list, hits are counted by suite, to skip suites without any. */
const READ_FIRST = 1_750
const STEP = { first: 250, most: 4_000 }

export async function findInOrder(db: Db, wanted: CaseConditions, part: Part): Promise<Found> {
  const suites = await suitesOf(db, wanted)
  if (wanted.conditions.some(isIndexable)) {
    const hits = await listHits(db, wanted, SORTED_MAX + 1)
    if (hits.length <= SORTED_MAX) return await sortHits(db, suites, hits, part)
  }
  return await readInOrder(db, wanted, suites, part)
}

async function suitesOf(db: Db, { projectId, suites, notSuites }: CaseConditions): Promise<Slice[]> {
  const all = await listSuiteSlices(db, projectId)
  const [wanted, unwanted] = [suites && new Set(suites), new Set(notSuites)]
  return all.filter(({ suiteId }) => (wanted?.has(suiteId) ?? true) && !unwanted.has(suiteId))
}

/** Reads the positions of hits suite by suite, until the page is full. */
async function sortHits(db: Db, suites: Slice[], hits: Hit[], { after, count }: Part): Promise<Found> {
  const hitsOf = Map.groupBy(hits, ({ suiteId }) => suiteId)
  const inSuites = (part: Slice[]) => part.flatMap(({ suiteId }) => hitsOf.get(suiteId) ?? [])
  const compare = orderOf(suites)
  const left = inSuites(after ? slicesAfter(suites, after) : suites)
  const ids: string[] = []
  while (ids.length < count && left.length > 0) {
    // Whole suites: which of their hits come first is known only from the positions.
    const { suiteId } = left[Math.min(count - ids.length, left.length) - 1] as Hit
    const end = left.findLastIndex((hit) => hit.suiteId === suiteId) + 1
    const places = await listPlaces(db, idsOf(left.splice(0, end)))
    ids.push(...idsOf(places.filter((place) => !after || compare(place, after) > 0).toSorted(compare)))
  }
  return { ids: ids.slice(0, count), total: inSuites(suites).length }
}

function orderOf(suites: Slice[]): (a: Placed, b: Placed) => number {
  const order = new Map(suites.map(({ suiteId }, at) => [suiteId, at]))
  return (a, b) => (order.get(a.suiteId) ?? -1) - (order.get(b.suiteId) ?? -1) || a.number - b.number
}

async function readInOrder(db: Db, wanted: CaseConditions, suites: Slice[], { after, count }: Part): Promise<Found> {
  const ids: string[] = []
  let rest = after ? slicesAfter(suites, after) : suites
  let [read, step]: [number, number] = [0, STEP.first]
  let total = wanted.conditions.length === 0 ? sizeOf(suites) : null
  while (rest.length > 0 && ids.length < count) {
    if (read >= READ_FIRST && total === null) {
      const counts = await countHits(db, wanted)
      total = suites.reduce((sum, { suiteId }) => sum + (counts.get(suiteId) ?? 0), 0)
      rest = rest.filter(({ suiteId }) => counts.has(suiteId))
      if (rest.length === 0) break
    }
    const [now, later] = cut(rest, step)
    ids.push(...idsOf((await listInSlices(db, wanted, now)).toSorted(orderOf(now))))
    read += sizeOf(now)
    rest = later
    step = Math.min(step * 2, STEP.most)
    await giveWay()
  }
  const isAll = rest.length === 0 && after === undefined
  return { ids: ids.slice(0, count), total: total ?? (isAll ? ids.length : null) }
}

/** Splits off the slices with the first `size` cases. */
function cut(slices: Slice[], size: number): [Slice[], Slice[]] {
  const taken: Slice[] = []
  let room = size
  for (const [at, slice] of slices.entries()) {
    const length = slice.last - slice.first + 1
    if (room === 0) return [taken, slices.slice(at)]
    if (length > room) {
      const middle = slice.first + room
      return [
        [...taken, { ...slice, last: middle - 1 }],
        [{ ...slice, first: middle }, ...slices.slice(at + 1)],
      ]
    }
    taken.push(slice)
    room -= length
  }
  return [taken, []]
}

function slicesAfter(suites: Slice[], { suiteId, number }: Placed): Slice[] {
  const at = suites.findIndex((slice) => slice.suiteId === suiteId)
  const [slice, ...later] = suites.slice(Math.max(at, 0))
  return slice === undefined || at === -1 ? suites : [{ ...slice, first: number + 1 }, ...later]
}

const sizeOf = (slices: Slice[]) => slices.reduce((sum, { first, last }) => sum + last - first + 1, 0)
const idsOf = (places: { id: string }[]) => places.map(({ id }) => id)
