import { describe, expect, it } from 'vitest'
import { actNames, actOf, entryOf, isPrefix, isSingle } from './key-map.ts'
import { ariaKeys, keyName, keyNames } from './key-names.ts'

describe('the key map', () => {
  it('has no key twice', () => {
    const keys = actNames().flatMap((act) => entryOf(act).keys)
    expect(keys).toHaveLength(new Set(keys).size)
  })

  it('finds the act of each key', () => {
    for (const act of actNames()) for (const key of entryOf(act).keys) expect(actOf(key)).toBe(act)
  })

  it('knows no act that begins two keys in turn', () => {
    expect(isPrefix('g')).toBe(true)
    expect(actOf('g')).toBeUndefined()
  })

  it('holds every key of the run view', () => {
    const design =
      '↓ J ↑ K Home End [ ] . P F S ⌫ Enter N T A M Z Ctrl+Z X Shift+↓ Shift+↑ Ctrl+A O D H / 0–7 L Esc C ? Ctrl+K'
    const shown = new Set(actNames().flatMap(keyNames))
    for (const key of [...design.split(' '), 'G then S', 'G then R', 'G then M']) expect(shown).toContain(key)
  })
})

describe('isSingle', () => {
  it.each(['p', '0', '/', '[', '.', 'Backspace', 'g', 'g s'])('the switch stops %s', (key) => {
    expect(isSingle(key)).toBe(true)
  })

  it.each(['?', 'ArrowDown', 'Shift+ArrowDown', 'Escape', 'Enter', 'Home', 'Ctrl+z', 'Ctrl+a'])(
    'the switch leaves %s',
    (key) => {
      expect(isSingle(key)).toBe(false)
    },
  )
})

it.each([
  ['p', 'P'],
  ['Shift+ArrowDown', 'Shift+↓'],
  ['Ctrl+z', 'Ctrl+Z'],
  ['g s', 'G then S'],
  ['Backspace', '⌫'],
])('the key %s is printed as %s', (key, name) => {
  expect(keyName(key)).toBe(name)
})

it('aria-keyshortcuts names keys as ARIA does, and leaves out two keys in turn', () => {
  expect(ariaKeys('undo')).toBe('z Control+z')
  expect(ariaKeys('goSuites')).toBeUndefined()
})
