import { Box, Button, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { RevisionRow } from './revision-row.tsx'

/** The number of versions shown at first, and added by each press. */
const PAGE = 10

type Props = {
  testCase: TestCase
  canWrite: boolean
  /** The name of a suite of the project; undefined for a deleted one. */
  nameOfSuite: (suiteId: string) => string | undefined
}

export default function CaseHistory({ testCase, canWrite, nameOfSuite }: Props) {
  const [shown, setShown] = useState(PAGE)
  // One more than shown, to compare with the last one.
  const { data, error, isPlaceholderData, refetch } = trpc.testCases.revisions.useQuery(
    { id: testCase.id, limit: shown + 1 },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  if (error && !data)
    return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={48} />
  const rows = data.slice(0, shown)
  return (
    <>
      <Box component="ol" className="plain-list" mt={4} aria-label="History">
        {rows.map((version, index) => (
          <RevisionRow
            key={version.revision}
            testCase={testCase}
            version={version}
            before={data[index + 1]}
            canRestore={canWrite && testCase.type === 'manual' && index > 0}
            nameOfSuite={nameOfSuite}
          />
        ))}
      </Box>
      {data.length === 1 && (
        <Box c="dimmed" fz="sm">
          No changes yet
        </Box>
      )}
      {data.length > shown && (
        <Button variant="subtle" fullWidth loading={isPlaceholderData} onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      )}
    </>
  )
}
