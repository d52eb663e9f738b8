import { Box, Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TestCaseRevision } from '#shared/test-cases/revision.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { Time } from '#src/ui/time.tsx'
import classes from './case-history.module.css'
import { contentChanges, nameChanges } from './content-changes.ts'
import { ContentDiff } from './content-diff.tsx'
import { useRestore } from './use-restore.ts'

type Props = {
  testCase: TestCase
  version: TestCaseRevision
  /** The previous version; undefined for the first. */
  before: TestCaseRevision | undefined
  canRestore: boolean
  nameOfSuite: (suiteId: string) => string | undefined
}

export function RevisionRow({ testCase, version, before, canRestore, nameOfSuite }: Props) {
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
            <Button size="compact-sm" variant="default" loading={isRestoring} onClick={() => restore(version.revision)}>
              Restore this version
            </Button>
          )}
        </Group>
      )}
      {isOpen && <ContentDiff changes={changes} />}
    </li>
  )
}
