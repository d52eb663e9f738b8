import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { useCaseAction } from '../list/case-action.ts'
import { useLatestCaseList } from '../list/case-list.tsx'
import { duplicateCases } from '../list/duplicate-cases.ts'
import { removeCases } from '../list/remove-cases.ts'

type Props = { suite: TestSuiteListItem; testCase: TestCase }

/** The content of an automated case stays with automation. */
export function CaseButtons({ suite, testCase }: Props) {
  const openDialog = useCaseAction()
  const list = useLatestCaseList()
  const button = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Group gap={8} align="stretch">
      {testCase.type === 'manual' && (
        <>
          <Button
            {...button}
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => openDialog({ kind: 'edit', suite, testCase })}
          >
            Edit Test Case
          </Button>
          <Button
            {...button}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => openDialog({ kind: 'run', suite, testCase })}
          >
            Run Test Case
          </Button>
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More" title="More" variant="default" size={24}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => duplicateCases(list, [testCase.id], suite.id)}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void removeCases(list().project.id, [testCase])}
          >
            Delete Test Case
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
