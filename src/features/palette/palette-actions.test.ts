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
  action('action', 'Pass'),
]

it.each([
  ['nothing typed lists screens only', '', ['Checkout']],
  ['words are searched in every kind', 'card', ['Card payments', 'Nightly card run']],
  ['@ lists suites', '@', ['Card payments']],
  ['@ and a word search suites', '@ card', ['Card payments']],
  ['# searches runs', '#card', ['Nightly card run']],
  ['> lists actions', '>', ['Pass']],
  ['every word must occur', 'card zebra', []],
])('In the palette %s', (_, query, labels) => {
  expect(findActions(query, ACTIONS).map(({ label }) => label)).toEqual(labels)
})
