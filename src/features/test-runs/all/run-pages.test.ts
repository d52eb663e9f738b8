import { expect, it } from 'vitest'
import { RUNS_PER_PAGE, withHead } from './run-pages.ts'

const runs = (from: number, to: number, state = 'old') =>
  Array.from({ length: from - to + 1 }, (_, index) => ({ id: String(from - index).padStart(5, '0'), state }))

it('new runs join the list above, changed ones change, and older pages stay', () => {
  const pages = [runs(300, 201), runs(200, 101)]
  const head = runs(302, 203, 'new')
  const shown = withHead(pages, head)
  expect(shown.flat().map(({ id }) => id)).toEqual(runs(302, 101).map(({ id }) => id))
  expect(shown.flat().filter(({ state }) => state === 'new')).toHaveLength(RUNS_PER_PAGE)
  expect(shown[1]).toEqual(pages[1])
})

it('a deleted run leaves the list', () => {
  const head = runs(300, 200).filter(({ id }) => id !== '00250')
  expect(head).toHaveLength(RUNS_PER_PAGE)
  const shown = withHead([runs(300, 201), runs(200, 101)], head).flat()
  expect(shown.map(({ id }) => id)).toEqual(runs(300, 101).flatMap(({ id }) => (id === '00250' ? [] : [id])))
})

it('a head shorter than a page is the whole list', () => {
  expect(withHead([runs(300, 201), runs(200, 101)], runs(3, 1)).flat()).toEqual(runs(3, 1))
  expect(withHead([runs(3, 1)], [])).toEqual([[]])
})
