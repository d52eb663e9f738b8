export type Section = '§2' | '§4' | '§5' | '§8' | '§9'

/** One thing that the specification says, and the browser test that sees it in the app. */
export type Entry = {
  section: Section
  /** What is written on the screen, or, when not `literal`, what holds there. */
  text: string
  file: string
  /** The title of the test. */
  test: string
  /** Whether the test must name the text letter by letter. */
  literal: boolean
}

export type Row = Omit<Entry, 'section'>

/** The rows that tests of one file cover; `name` is its path below src/, without the ending. */
export function testsOf(name: string) {
  const file = `src/${name}.e2e.ts`
  return {
    /** The test sees this very text. */
    shows: (text: string, test: string): Row => ({ text, file, test, literal: true }),
    /** The test sees that this holds, which has no words of its own. */
    holds: (text: string, test: string): Row => ({ text, file, test, literal: false }),
  }
}
