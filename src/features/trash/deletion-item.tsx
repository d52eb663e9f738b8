import { Box, Group } from '@mantine/core'
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Deletion } from '#shared/deletions/deletion.ts'
import { can } from '#shared/permissions.ts'
import { formatCount } from '#src/lib/format.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Time } from '#src/ui/time.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { confirmPurge, purgeDeletion, restoreDeletion } from './deletions.ts'
import classes from './trash.module.css'

type Props = { projectId: string; role: string | null; deletion: Deletion; onLeave: () => void }

/** The number of cases to name at first; a button shows the others. */
const NAMED = 3

export function DeletionItem({ projectId, role, deletion, onLeave }: Props) {
  const { deletedAt, deletedBy, testSuites, testCases, testCaseCount } = deletion
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const restore = async () => {
    setBusy(true)
    onLeave()
    const success =
      testSuites.length > 0 ? 'Test suite restored' : `${formatCount(testCaseCount, 'test case')} restored`
    if (!(await restoreDeletion(projectId, deletion.id, success))) setBusy(false)
  }
  const purge = async () => {
    if (!(await confirmPurge(titleOf(deletion)))) return
    onLeave()
    await purgeDeletion(projectId, deletion.id)
  }
  return (
    <li className={classes.deletion}>
      <div className="breakable">
        <strong id={id} className={classes.title} dir="auto">
          {titleOf(deletion)}
        </strong>
        <span className={classes.who}>
          <Time iso={deletedAt} as="relative" /> by {deletedBy?.name ?? 'the project credential'}
        </span>
        <Cases cases={testCases.slice(0, NAMED)} />
        {testCases.length > NAMED && (
          <Disclosure label={`${testCases.length - NAMED} more`}>
            <Cases cases={testCases.slice(NAMED)} />
          </Disclosure>
        )}
        {testCaseCount > testCases.length && (
          <span className={classes.who}>and {formatCount(testCaseCount - testCases.length, 'other')}</span>
        )}
      </div>
      <Group gap="xs" wrap="nowrap" flex="none">
        {can(role, 'case.write') && (
          <BusyButton
            variant="default"
            size="xs"
            data-restore
            aria-describedby={id}
            isBusy={isBusy}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void restore()}
          >
            Restore
          </BusyButton>
        )}
        {can(role, 'retention.manage') && (
          <IconButton label="Delete for good" icon={IconTrashX} aria-describedby={id} onClick={() => void purge()} />
        )}
      </Group>
    </li>
  )
}

function Cases({ cases }: { cases: Deletion['testCases'] }) {
  if (cases.length === 0) return null
  return (
    <ul className={`plain-list ${classes.cases}`}>
      {cases.map(({ id, ref, name }) => (
        <li key={id} dir="auto">
          <Box component="span" c="dimmed">
            {ref}
          </Box>{' '}
          <span>{name}</span>
        </li>
      ))}
    </ul>
  )
}

/** 'Test suite “Cart” with 3 cases', '1 test case of “Cart”', '5 test cases of 2 suites'. */
function titleOf({ testSuites, testCases, testCaseCount }: Deletion): string {
  if (testSuites.length > 0) {
    const names = testSuites.map(({ name }) => `“${name}”`).join(', ')
    return `Test suite ${names} with ${formatCount(testCaseCount, 'case')}`
  }
  const suites = new Map(testCases.map(({ testSuiteId, suiteName }) => [testSuiteId, suiteName]))
  const [name] = suites.values()
  const isWhole = testCases.length === testCaseCount
  const where =
    suites.size === 1 && isWhole ? `“${name}”` : isWhole ? formatCount(suites.size, 'suite') : 'several suites'
  return `${formatCount(testCaseCount, 'test case')} of ${where}`
}
