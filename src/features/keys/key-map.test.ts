import { describe, expect, it } from 'vitest'
import { actNames, actsOf, actsOn, entryOf, isPrefix, isSingle } from './key-map.ts'
import { ariaKeys, keyCaps, keyName, keyNames } from './key-names.ts'

describe('the key map', () => {
  it.each(['run', 'suites', 'runs'] as const)('has no key twice on one screen (%s)', (screen) => {
    const keys = actsOn(screen, 'lists', 'project').flatMap((act) => entryOf(act).keys)
    expect(keys).toHaveLength(new Set(keys).size)
  })

  it('the key map finds the acts of each key', () => {
    for (const act of actNames()) for (const key of entryOf(act).keys) expect(actsOf(key)).toContain(act)
    expect(actsOf('Enter')).toEqual(['edit', 'openRow', 'openRun'])
  })

  it('knows no act that begins two keys in turn', () => {
    expect(isPrefix('g')).toBe(true)
    expect(actsOf('g')).toEqual([])
  })

  it('the key map holds every key of the project screens', () => {
    const design =
      '← → F2 E N Delete Alt+↑ Alt+↓ ↓ J ↑ K Home End [ ] . P F S ⌫ Enter N T A M Shift+R Z Ctrl+Z X Shift+↓ Shift+↑ Ctrl+A O D H / 0–7 L Esc C ? Ctrl+K'
    const shown = new Set(actNames().flatMap(keyNames))
    for (const key of [...design.split(' '), 'G then S', 'G then R', 'G then A', 'G then Q', 'G then M'])
      expect(shown).toContain(key)
  })
})

describe('isSingle', () => {
  it.each(['p', '0', '/', '[', '.', 'Backspace', 'g', 'g s', 'Shift+r'])('the switch stops %s', (key) => {
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

it('keyCaps names ⌘ and ⌥ on a Mac, Ctrl and Alt elsewhere', () => {
  expect([keyCaps('undo', true), keyCaps('moveUp', true)]).toEqual([['Z', '⌘Z'], ['⌥↑']])
  expect([keyCaps('undo', false), keyCaps('moveUp', false)]).toEqual([['Z', 'Ctrl+Z'], ['Alt+↑']])
})

it('aria-keyshortcuts names keys as ARIA does, and leaves out two keys in turn', () => {
  expect(ariaKeys('undo')).toBe('z Control+z')
  expect(ariaKeys('goSuites')).toBeUndefined()
})
