import type { TestResult } from '#shared/test-results/test-result.ts'
import classes from './run-grid.module.css'

/** Who is to test the case, as initials. */
export function Initials({ person }: { person: TestResult['assignee'] }) {
  if (!person) return null
  return (
    <span className={classes.initials} role="img" aria-label={person.name} title={person.name}>
      {initialsOf(person.name)}
    </span>
  )
}

/** 'Ada Lovelace' is 'AL', 'Tess' is 'T'. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('')
}
