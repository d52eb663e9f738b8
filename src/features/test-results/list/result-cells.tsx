import { Center } from '@mantine/core'
import type { TestResult } from '#shared/test-results/test-result.ts'
import grid from '#src/ui/grid/grid.module.css'
import { minifyJson } from '#src/ui/pretty-json.ts'
import { DotsSkeleton, ResultDots } from '#src/ui/result-dots.tsx'
import { pathOfHistory } from '../../projects/case-path.ts'
import type { ResultPosition } from '../store/result-pages.ts'
import { useRecentResults } from '../store/use-recent-results.ts'

/** Longer text is not cut by the ellipsis alone: a row must stay cheap to lay out. */
const CHARACTERS = 300

type ValueProps = {
  value: string | null
  /** Shown where there is no value. */
  none: string
}

/** A value on one line: JSON minified, any other text with its line breaks as spaces. */
export function LineValue({ value, none }: ValueProps) {
  if (value === null) return <span className={grid.none}>{none}</span>
  if (value === '') return <span className={grid.none}>empty</span>
  return (
    <code className={`mono ${grid.value}`} dir="auto">
      {minifyJson(value).slice(0, CHARACTERS).replaceAll(/\s+/g, ' ')}
    </code>
  )
}

export function Initials({ person }: { person: TestResult['assignee'] }) {
  if (!person) return null
  return (
    <Center
      component="span"
      w={24}
      h={24}
      bg="var(--assay-sunken)"
      fz="xs"
      fw={500}
      style={{ borderRadius: 12 }}
      role="img"
      aria-label={person.name}
      title={person.name}
    >
      {initialsOf(person.name)}
    </Center>
  )
}

/** 'Ada Lovelace' is 'AL', 'Tess' is 'T'. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('')
}

type DotsProps = {
  run: { id: string; projectId: string; description: string | null }
  position: ResultPosition
  result: TestResult
}

/** The last runs of a row's case. A component of its own: what it reads arrives after the row. */
export function RecentDots({ run, position, result }: DotsProps) {
  const { results, isError } = useRecentResults(run, position, result)
  if (!results) return isError ? null : <DotsSkeleton />
  // Tab goes on to the next value: the panel has the link for the keyboard.
  return <ResultDots results={results} href={pathOfHistory(run.projectId, result.ref)} tabIndex={-1} />
}
