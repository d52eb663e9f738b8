import { useDebouncedValue } from '@mantine/hooks'
import { trpc } from '#src/lib/trpc.ts'
import { readPaletteQuery } from './palette-actions.ts'

const PAUSE_MS = 80
const CASES = 6
const CASES_AFTER_SIGN = 50

export type PaletteCase = { id: string; ref: string; name: string; projectId: string; suite: string | undefined }

/** The cases that match the text. One query per text, so that no older answer replaces a newer one. */
export function usePaletteCases(projectId: string | undefined, query: string) {
  const { kind, text } = readPaletteQuery(query)
  const wanted = kind === undefined || kind === 'case' ? text.trim() : ''
  const [searched] = useDebouncedValue(wanted, PAUSE_MS)
  const isWanted = projectId !== undefined && wanted !== '' && wanted !== '?'
  const isAsked = isWanted && searched === wanted
  const id = projectId ?? ''
  const { data = [], isFetching } = trpc.testCases.search.useQuery(
    { id, q: searched, limit: kind === 'case' ? CASES_AFTER_SIGN : CASES },
    { enabled: isAsked },
  )
  const isRef = /^c\d+$/i.test(searched)
  const { data: named } = trpc.testCases.byRef.useQuery(
    { projectId: id, ref: searched.toUpperCase() },
    { enabled: isAsked && isRef, retry: false },
  )
  const { data: project } = trpc.projects.overview.useQuery({ id }, { enabled: isAsked })
  const suites = new Map(project?.testSuites.map((suite) => [suite.id, suite.name]))
  const first = isRef && named ? [named] : []
  const found = isAsked ? [...first, ...data.filter((testCase) => testCase.id !== first[0]?.id)] : []
  return {
    cases: found.map((testCase): PaletteCase => ({
      id: testCase.id,
      ref: testCase.ref,
      name: testCase.name,
      projectId: id,
      suite: suites.get(testCase.testSuiteId),
    })),
    isSearching: isWanted && (isFetching || !isAsked),
  }
}
