import { Box, Button, Group, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { TestCaseRevision } from '#shared/test-cases/revision.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './case-history.module.css'
import { contentChanges, nameChanges } from './content-changes.ts'
import { ContentDiff } from './content-diff.tsx'
import { useRestore } from './use-restore.ts'

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
        <BusyButton variant="subtle" fullWidth isBusy={isPlaceholderData} onClick={() => setShown(shown + PAGE)}>
          Show more
        </BusyButton>
      )}
    </>
  )
}

type RevisionRowProps = {
  testCase: TestCase
  version: TestCaseRevision
  /** The previous version; undefined for the first. */
  before: TestCaseRevision | undefined
  canRestore: boolean
  nameOfSuite: (suiteId: string) => string | undefined
}

function RevisionRow({ testCase, version, before, canRestore, nameOfSuite }: RevisionRowProps) {
  const { revision, changedAt, changedBy, testSuiteId } = version
  const [isOpen, setOpen] = useState(false)
  const { restore, isRestoring } = useRestore(testCase)
  const changes = useMemo(() => (before ? contentChanges(before, version) : []), [before, version])
  const suiteNamed = (id: string) => nameOfSuite(id) ?? 'a deleted suite'
  const acts = [
    ...(before ? [] : ['created the case']),
    ...(changes.length > 0 ? [`changed ${nameChanges(changes)}`] : []),
    ...(before && before.testSuiteId !== testSuiteId
      ? [`moved it from ${suiteNamed(before.testSuiteId)} to ${suiteNamed(testSuiteId)}`]
      : []),
  ]
  const author = changedBy?.name ?? (changedAt === null ? 'Somebody' : 'The project credential')
  return (
    <li className={classes.row} aria-label={`Version ${revision}`}>
      <div className="breakable">
        <strong>{author}</strong> {acts.join(', ')}
      </div>
      <Box c="dimmed" fz="sm">
        Version {revision}
        {changedAt !== null && (
          <>
            , <Time iso={changedAt} as="moment" />
          </>
        )}
      </Box>
      {(changes.length > 0 || canRestore) && (
        <Group gap={8} align="stretch" mt={4}>
          {changes.length > 0 && (
            <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide changes' : 'Show changes'}
            </Button>
          )}
          {canRestore && (
            <BusyButton
              size="compact-sm"
              variant="default"
              isBusy={isRestoring}
              onClick={() => restore(version.revision)}
            >
              Restore this version
            </BusyButton>
          )}
        </Group>
      )}
      {isOpen && <ContentDiff changes={changes} />}
    </li>
  )
}
