import { Box, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useMemo, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { codeOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { contentChanges, nameChanges } from '../../test-cases/history/content-changes.ts'
import { ContentDiff } from '../../test-cases/history/content-diff.tsx'
import { CaseLink } from './case-link.tsx'

/** Keys that are held down pass over many cases: only the one where they stop is read. */
const PAUSE_MS = 200
const FRESH_MS = 10_000

/** Says how a case has changed since its run started, or that it was deleted. */
export default function CaseSince({ result }: { result: TestResult }) {
  const { testCase, steps } = result
  const [id] = useDebouncedValue(testCase.id, PAUSE_MS)
  const { data: now, error } = trpc.testCases.get.useQuery(
    { id },
    { enabled: id === testCase.id, staleTime: FRESH_MS, retry: false },
  )
  const [isOpen, setOpen] = useState(false)
  const isOutdated = now !== undefined && now.id === testCase.id && now.revision !== testCase.revision
  const changes = useMemo(
    () => (isOutdated ? contentChanges({ ...testCase, steps }, now) : []),
    [isOutdated, now, testCase, steps],
  )
  if (id === testCase.id && codeOf(error) === 'NOT_FOUND') return <Since>Deleted since this run started</Since>
  if (!isOutdated) return null
  const isMoved = now.testSuiteId !== testCase.testSuiteId
  const what = [...(changes.length > 0 ? [nameChanges(changes)] : []), ...(isMoved ? ['moved to another suite'] : [])]
  if (what.length === 0) return null
  return (
    <Since>
      Changed since this run started: {what.join(', ')}.{' '}
      <CaseLink result={result} label={`Open ${result.ref} as it is now`} />
      {changes.length > 0 && (
        <div>
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide changes' : 'Show changes'}
          </Button>
        </div>
      )}
      {isOpen && <ContentDiff changes={changes} />}
    </Since>
  )
}

const Since = ({ children }: { children: ReactNode }) => (
  <Box
    className="breakable"
    mt={8}
    py={6}
    px={8}
    bg="var(--assay-sunken)"
    style={{ borderLeft: '3px solid var(--status-error)' }}
  >
    {children}
  </Box>
)
