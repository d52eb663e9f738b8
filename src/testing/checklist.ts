import type { Entry, Row, Section } from './checklist/entry.ts'
import { LIMITS } from './checklist/limits.ts'
import { MESSAGES } from './checklist/messages.ts'
import { PROJECT } from './checklist/project.ts'
import { STATES, VALIDATION } from './checklist/rules.ts'
import { SCREENS } from './checklist/screens.ts'

const of = (section: Section, rows: Row[]): Entry[] => rows.map((row) => ({ section, ...row }))

/** What the specification puts on the screen, in its order, and for each the browser test that sees it there. */
export const CHECKLIST: Entry[] = [
  ...of('§2', [...SCREENS, ...PROJECT]),
  ...of('§4', STATES),
  ...of('§5', VALIDATION),
  ...of('§8', MESSAGES),
  ...of('§9', LIMITS),
]
