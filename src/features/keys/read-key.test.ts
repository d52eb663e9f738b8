import { describe, expect, it } from 'vitest'
import { type Press, readKey } from './read-key.ts'

const press = (key: string, held: string[] = [], more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  altKey: held.includes('Alt'),
  shiftKey: held.includes('Shift'),
  isComposing: false,
  getModifierState: (name) => held.includes(name),
  ...more,
})

describe('readKey', () => {
  it.each([
    ['a letter', press('p'), 'p'],
    ['a letter under Caps Lock', press('P'), 'p'],
    ['a letter with Shift', press('R', ['Shift']), 'Shift+r'],
    ['a letter with Shift under Caps Lock', press('r', ['Shift']), 'Shift+r'],
    ['the slash of a German keyboard, which needs Shift', press('/', ['Shift']), '/'],
    ['the question mark', press('?', ['Shift']), '?'],
    ['a digit of a French keyboard, which needs Shift', press('2', ['Shift']), '2'],
    ['a bracket typed with AltGr as Windows reports it', press('[', ['Ctrl', 'Alt', 'AltGraph']), '['],
    ['a bracket typed with AltGr as Linux reports it', press(']', ['AltGraph']), ']'],
    ['a Cyrillic letter at the place of P', press('з', [], { code: 'KeyP' }), 'p'],
    ['a Greek letter at the place of K with Ctrl', press('κ', ['Ctrl'], { code: 'KeyK' }), 'Ctrl+k'],
    [
      'a Cyrillic letter at the place of [, which that layout cannot type',
      press('х', [], { code: 'BracketLeft' }),
      '[',
    ],
    ['a Cyrillic letter at the place of ]', press('ъ', [], { code: 'BracketRight' }), ']'],
    ['a Persian digit', press('۲', [], { code: 'Digit2' }), '2'],
    ['a Thai letter at the place of 4', press('ภ', [], { code: 'Digit4' }), '4'],
    ['a Latin letter at the place of a digit as itself', press('é', [], { code: 'Digit2' }), 'é'],
    ['an arrow', press('ArrowDown'), 'ArrowDown'],
    ['an arrow with Shift', press('ArrowUp', ['Shift']), 'Shift+ArrowUp'],
    ['an arrow upwards with Alt, which moves a row', press('ArrowUp', ['Alt']), 'Alt+ArrowUp'],
    ['Ctrl and a letter', press('a', ['Ctrl']), 'Ctrl+a'],
    ['Ctrl, Shift and a letter', press('Z', ['Ctrl', 'Shift']), 'Ctrl+Shift+z'],
  ])('readKey reads %s', (_, pressed, key) => {
    expect(readKey(pressed)).toBe(key)
  })

  it.each([
    ['a letter while an input method composes', press('p', [], { isComposing: true })],
    ['a key that an input method has taken', press('Process')],
    ['a dead key', press('Dead')],
    ['Alt and a letter, a menu of the browser', press('f', ['Alt'])],
    ['the Windows key and a letter', press('p', ['Meta'])],
    ['Alt and an arrow, the history of the browser', press('ArrowLeft', ['Alt'])],
    ['a letter typed with AltGr', press('s', ['AltGraph'])],
  ])('readKey leaves %s to the browser', (_, pressed) => {
    expect(readKey(pressed)).toBeNull()
  })

  it.each([
    ['⌘ as Ctrl', press('a', ['Meta']), 'Ctrl+a'],
    ['⌘ and Shift', press('z', ['Meta', 'Shift']), 'Ctrl+Shift+z'],
    ['a bracket typed with Option', press('[', ['Alt']), '['],
    ['Control and a letter as a key of the system', press('k', ['Ctrl']), null],
  ])('readKey reads %s on a Mac', (_, pressed, key) => {
    expect(readKey(pressed, true)).toBe(key)
  })

  it('readKey does not take the letter of another script with Option for a shortcut', () => {
    expect(readKey(press('π', ['Alt'], { code: 'KeyP' }), true)).not.toBe('p')
  })
})
