/* Every key of the project screens. Handler, list of keys, palette and docs/keyboard.md derive from it. */

/** A key as `readKey` returns it: 'p', 'ArrowDown', 'Shift+ArrowUp', 'Ctrl+a', or a sequence of two: 'g s'. */
export type Key = string

export const KEY_GROUPS = ['Move', 'Record', 'Select', 'Look', 'Test Suites', 'All Runs', 'Go'] as const

/**
 * Where a key works: in a run, on the Test Suites tab, in All Runs, in the lists of all three, or on every tab of a
 * project. All Runs has only the list keys that make sense there.
 */
type Screen = 'run' | 'suites' | 'runs' | 'lists' | 'project'

/** The requirement of an act: a row, a running run and a tester, or a project role that may write cases. */
type Need = 'row' | 'record' | 'write'

type Entry = {
  group: (typeof KEY_GROUPS)[number]
  keys: readonly Key[]
  title: string
  screen: Screen
  needs?: Need
  repeats?: true
}

const KEY_MAP = {
  down: { group: 'Move', keys: ['ArrowDown', 'j'], title: 'Next row', screen: 'lists', repeats: true },
  up: { group: 'Move', keys: ['ArrowUp', 'k'], title: 'Previous row', screen: 'lists', repeats: true },
  first: { group: 'Move', keys: ['Home'], title: 'First row', screen: 'lists' },
  last: { group: 'Move', keys: ['End'], title: 'Last row', screen: 'lists' },
  previousSuite: { group: 'Move', keys: ['['], title: 'Previous suite', screen: 'lists', repeats: true },
  nextSuite: { group: 'Move', keys: [']'], title: 'Next suite', screen: 'lists', repeats: true },
  nextPending: { group: 'Move', keys: ['.'], title: 'Next pending case', screen: 'run' },
  pass: { group: 'Record', keys: ['p'], title: 'Pass', screen: 'run', needs: 'record' },
  fail: { group: 'Record', keys: ['f'], title: 'Fail, then note', screen: 'run', needs: 'record' },
  skip: { group: 'Record', keys: ['s'], title: 'Skip', screen: 'run', needs: 'record' },
  clear: { group: 'Record', keys: ['Backspace'], title: 'Clear', screen: 'run', needs: 'record' },
  edit: { group: 'Record', keys: ['Enter'], title: 'Edit value', screen: 'run', needs: 'record' },
  note: { group: 'Record', keys: ['n'], title: 'Note', screen: 'run', needs: 'record' },
  defects: { group: 'Record', keys: ['b'], title: 'Defects', screen: 'run', needs: 'record' },
  steps: { group: 'Record', keys: ['t'], title: 'Steps: ↑ ↓ move, P F S judge', screen: 'run', needs: 'row' },
  assign: { group: 'Record', keys: ['a'], title: 'Assign', screen: 'run', needs: 'record' },
  assignMe: { group: 'Record', keys: ['m'], title: 'Assign to me', screen: 'run', needs: 'record' },
  rerun: { group: 'Record', keys: ['Shift+r'], title: 'Re-run failed', screen: 'run' },
  undo: { group: 'Record', keys: ['z', 'Ctrl+z'], title: 'Undo', screen: 'lists', needs: 'record' },
  select: { group: 'Select', keys: ['x'], title: 'Select', screen: 'lists', needs: 'row' },
  selectDown: {
    group: 'Select',
    keys: ['Shift+ArrowDown'],
    title: 'Select downwards',
    screen: 'lists',
    needs: 'row',
    repeats: true,
  },
  selectUp: {
    group: 'Select',
    keys: ['Shift+ArrowUp'],
    title: 'Select upwards',
    screen: 'lists',
    needs: 'row',
    repeats: true,
  },
  selectAll: { group: 'Select', keys: ['Ctrl+a'], title: 'Select all', screen: 'lists', needs: 'row' },
  panel: { group: 'Look', keys: ['o'], title: 'Case panel', screen: 'lists', needs: 'row' },
  diff: { group: 'Look', keys: ['d'], title: 'Difference', screen: 'run', needs: 'row' },
  history: { group: 'Look', keys: ['h'], title: 'Last runs', screen: 'run', needs: 'row' },
  search: { group: 'Look', keys: ['/'], title: 'Search', screen: 'lists' },
  filter: {
    group: 'Look',
    keys: ['0', '1', '2', '3', '4', '5', '6', '7'],
    title: 'Filters, in the order of the bar',
    screen: 'run',
  },
  copyLink: { group: 'Look', keys: ['l'], title: 'Copy link to the case', screen: 'run', needs: 'row' },
  escape: { group: 'Look', keys: ['Escape'], title: 'Leave field, selection, panel, search', screen: 'lists' },
  openRow: { group: 'Test Suites', keys: ['Enter'], title: 'Case panel, or the suite', screen: 'suites', needs: 'row' },
  closeSuite: { group: 'Test Suites', keys: ['ArrowLeft'], title: 'Close the suite', screen: 'suites', needs: 'row' },
  openSuite: { group: 'Test Suites', keys: ['ArrowRight'], title: 'Open the suite', screen: 'suites', needs: 'row' },
  newCase: { group: 'Test Suites', keys: ['c'], title: 'New case', screen: 'suites', needs: 'write' },
  quickCase: { group: 'Test Suites', keys: ['n'], title: 'New case on one line', screen: 'suites', needs: 'write' },
  editCase: { group: 'Test Suites', keys: ['e'], title: 'Edit case', screen: 'suites', needs: 'write' },
  rename: { group: 'Test Suites', keys: ['F2'], title: 'Rename', screen: 'suites', needs: 'write' },
  moveUp: {
    group: 'Test Suites',
    keys: ['Alt+ArrowUp'],
    title: 'Move upwards',
    screen: 'suites',
    needs: 'write',
    repeats: true,
  },
  moveDown: {
    group: 'Test Suites',
    keys: ['Alt+ArrowDown'],
    title: 'Move downwards',
    screen: 'suites',
    needs: 'write',
    repeats: true,
  },
  remove: { group: 'Test Suites', keys: ['Delete'], title: 'Delete', screen: 'suites', needs: 'write' },
  openRun: { group: 'All Runs', keys: ['Enter'], title: 'Open the run', screen: 'runs', needs: 'row' },
  compare: { group: 'All Runs', keys: ['c'], title: 'Compare the two selected runs', screen: 'runs' },
  goSuites: { group: 'Go', keys: ['g s'], title: 'Test Suites', screen: 'project' },
  goRuns: { group: 'Go', keys: ['g r'], title: 'Test Runs', screen: 'project' },
  goAllRuns: { group: 'Go', keys: ['g a'], title: 'All Runs', screen: 'project' },
  goQuality: { group: 'Go', keys: ['g q'], title: 'Quality', screen: 'project' },
  goMembers: { group: 'Go', keys: ['g m'], title: 'Members', screen: 'project' },
  palette: { group: 'Go', keys: ['Ctrl+k'], title: 'Command palette', screen: 'project' },
  shortcuts: { group: 'Go', keys: ['?'], title: 'Keyboard shortcuts', screen: 'project' },
} as const satisfies Record<string, Entry>

export type Act = keyof typeof KEY_MAP

export type ActOn<S extends Screen> = { [A in Act]: (typeof KEY_MAP)[A] extends { screen: S } ? A : never }[Act]

const ENTRIES: Record<Act, Entry> = KEY_MAP
const byKey = Map.groupBy(
  actNames().flatMap((act) => ENTRIES[act].keys.map((key) => ({ key, act }))),
  ({ key }) => key,
)

export function actNames(): Act[] {
  return Object.keys(KEY_MAP) as Act[]
}

export const entryOf = (act: Act): Entry => ENTRIES[act]

export const actsOn = <S extends Screen>(...screens: S[]): ActOn<S>[] =>
  actNames().filter((act): act is ActOn<S> => (screens as Screen[]).includes(ENTRIES[act].screen))

export const actsOf = (key: Key): Act[] => byKey.get(key)?.map(({ act }) => act) ?? []

export const isPrefix = (key: Key): boolean => [...byKey.keys()].some((known) => known.startsWith(`${key} `))

/**
 * Whether the switch disables a key: a single character, or Backspace. People who dictate, or share a keyboard with
 * another tool, send these by accident. `?` stays enabled, because its dialog contains the switch.
 */
export const isSingle = (key: Key): boolean => (key !== '?' && /^(Shift\+)?.( .)?$/u.test(key)) || key === 'Backspace'
