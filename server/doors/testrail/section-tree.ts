import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'

/** Separates the names of nested sections in the name of a suite. */
export const SEPARATOR = ' › '

/** A suite as a section: `A › B` is B below A, where A exists. */
export type Section = { suite: TestSuiteListItem; name: string; parent: Section | undefined; depth: number }

/** The suites of a project as sections, each before those below it. */
export function nested(suites: TestSuiteListItem[]): Section[] {
  const sections = new Map<string, Section>()
  for (const suite of suites.toSorted((a, b) => a.name.length - b.name.length || a.number - b.number)) {
    const parent = parentOf(suite.name, sections)
    const name = parent ? suite.name.slice(parent.suite.name.length + SEPARATOR.length) : suite.name
    const section = { suite, name, parent, depth: parent ? parent.depth + 1 : 0 }
    // Of suites with the same name, the first one is the parent.
    if (!sections.has(suite.name)) sections.set(suite.name, section)
    else sections.set(`${suite.name}\0${suite.id}`, section)
  }
  const inOrder = [...sections.values()].toSorted((a, b) => a.suite.number - b.suite.number)
  const children = Map.groupBy(inOrder, ({ parent }) => parent)
  const listed = (parent: Section | undefined): Section[] =>
    (children.get(parent) ?? []).flatMap((section) => [section, ...listed(section)])
  return listed(undefined)
}

function parentOf(name: string, sections: Map<string, Section>): Section | undefined {
  for (let at = name.lastIndexOf(SEPARATOR); at > 0; at = name.lastIndexOf(SEPARATOR, at - 1)) {
    const parent = sections.get(name.slice(0, at))
    if (parent) return parent
  }
  return undefined
}
