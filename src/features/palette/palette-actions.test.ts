import { expect, it } from 'vitest'
import { findActions, type PaletteAction } from './palette-actions.ts'

const action = (kind: PaletteAction['kind'], label: string): PaletteAction => ({
  kind,
  id: label,
  label,
  onClick: () => undefined,
})

const ACTIONS = [
  action('screen', 'Checkout'),
  action('screen', 'Spare parts'),
  action('suite', 'Card payments'),
  action('run', 'Nightly card run'),
  action('case', 'C7 Pays'),
  action('action', 'Pass'),
]

it.each([
  ['nothing typed lists runs and screens', '', ['Nightly card run', 'Checkout', 'Spare parts']],
  ['words are searched in every kind', 'card', ['Nightly card run', 'Card payments', 'C7 Pays']],
  ['what the project has comes before other places', 'pa', ['Card payments', 'Pass', 'C7 Pays', 'Spare parts']],
  ['@ lists suites', '@', ['Card payments']],
  ['@ and a word search suites', '@ card', ['Card payments']],
  ['# searches runs', '#card', ['Nightly card run']],
  [': lists the cases that the server has found', ':refund', ['C7 Pays']],
  ['> lists actions', '>', ['Pass']],
  ['every word must occur', '#card zebra', []],
])('In the palette %s', (_, query, labels) => {
  expect(findActions(query, ACTIONS).map(({ label }) => label)).toEqual(labels)
})

it('In the palette a kind that is found often leaves room for the others, and its prefix lists all', () => {
  const many = Array.from({ length: 9 }, (_, index) => action('run', `Card ${index}`))
  const all = [...many, ...ACTIONS]
  expect(findActions('card', all).map(({ label }) => label)).toEqual([
    'Card 0',
    'Card 1',
    'Card 2',
    'Card 3',
    'Card payments',
    'C7 Pays',
  ])
  expect(findActions('#card', all)).toHaveLength(10)
})
