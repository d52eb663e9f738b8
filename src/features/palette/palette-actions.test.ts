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
  action('suite', 'Card payments'),
  action('run', 'Nightly card run'),
  action('case', 'C7 Pays'),
  action('action', 'Pass'),
]

it.each([
  ['nothing typed lists screens only', '', ['Checkout']],
  ['words are searched in every kind', 'card', ['Card payments', 'Nightly card run', 'C7 Pays']],
  ['@ lists suites', '@', ['Card payments']],
  ['@ and a word search suites', '@ card', ['Card payments']],
  ['# searches runs', '#card', ['Nightly card run']],
  [': lists the cases that the server has found', ':refund', ['C7 Pays']],
  ['> lists actions', '>', ['Pass']],
  ['every word must occur', '#card zebra', []],
])('In the palette %s', (_, query, labels) => {
  expect(findActions(query, ACTIONS).map(({ label }) => label)).toEqual(labels)
})
