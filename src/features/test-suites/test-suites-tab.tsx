import { Button, Group, Text } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { can } from '#shared/permissions.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { formatCount } from '#src/lib/format.ts'
import { toggled } from '#src/lib/toggled.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { GroupedList } from '#src/ui/grouped-list.tsx'
import { type CaseAction, CaseDialogs } from '../test-cases/case-dialogs.tsx'
import { CaseRow } from '../test-cases/case-row.tsx'
import { useActs } from '../keys/acts.ts'
import { CreateSuiteDialog } from './create-suite-dialog.tsx'
import { SuiteCaseHead } from './suite-case-head.tsx'

type Props = { project: ProjectOverview; role: string | null; onShowRun: (runId: string) => void }

const HEAD_HEIGHT = 58
const ROW_HEIGHT = 46

export function TestSuitesTab({ project, role, onShowRun }: Props) {
  const { id: projectId, testSuites, testCaseCount } = project
  const [isCreating, setCreating] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [action, setAction] = useState<CaseAction | null>(null)
  const groups = useMemo(
    () => testSuites.map(({ id, testCaseCount }) => ({ key: id, count: testCaseCount, isOpen: opened.has(id) })),
    [testSuites, opened],
  )
  const open = (id: string) => setOpened((before) => new Set(before).add(id))
  const suiteAt = (group: number) => testSuites[group] as ProjectOverview['testSuites'][number]
  const addCase = () => {
    const openedLast = [...opened].at(-1)
    const suite = testSuites.find(({ id }) => id === openedLast) ?? testSuites[0]
    if (suite) setAction({ kind: 'create', suite })
    else setCreating(true)
  }
  useActs(can(role, 'case.write') ? { newCase: addCase } : {})
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text c="dimmed">
          {formatCount(testSuites.length, 'suite')}, {formatCount(testCaseCount, 'case')}
        </Text>
        {can(role, 'suite.write') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            {...afterRemovalOf('suite')}
            onClick={() => setCreating(true)}
          >
            Create Test Suite
          </Button>
        )}
      </Group>
      {testSuites.length === 0 && (
        <EmptyState
          icon={IconListDetails}
          title="No test suites yet"
          hint="Create one to hold the test cases of a feature or an endpoint."
        />
      )}
      <GroupedList
        groups={groups}
        headHeight={HEAD_HEIGHT}
        rowHeight={ROW_HEIGHT}
        renderHead={(group) => (
          <SuiteCaseHead
            suite={suiteAt(group)}
            role={role}
            isOpen={opened.has(suiteAt(group).id)}
            onToggle={() => setOpened(toggled(opened, suiteAt(group).id))}
            onAddCase={() => setAction({ kind: 'create', suite: suiteAt(group) })}
          />
        )}
        renderRow={(group, row) => <CaseRow suite={suiteAt(group)} position={row} role={role} onAction={setAction} />}
      />
      <CreateSuiteDialog projectId={projectId} isOpen={isCreating} onClose={() => setCreating(false)} />
      <CaseDialogs
        projectId={projectId}
        action={action}
        onClose={() => setAction(null)}
        onCreated={open}
        onShowRun={onShowRun}
      />
    </>
  )
}
