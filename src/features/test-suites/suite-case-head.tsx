import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatCount } from '#src/lib/format.ts'
import { Chevron } from '#src/ui/chevron.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { afterRemovalOf, removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SuiteHead, SuiteTitle } from '#src/ui/suite-head.tsx'
import classes from './suite-case-head.module.css'
import { useTestSuites } from './use-test-suites.ts'

type Props = {
  suite: TestSuiteListItem
  role: string | null
  isOpen: boolean
  onToggle: () => void
  onAddCase: () => void
}

export function SuiteCaseHead({ suite, role, isOpen, onToggle, onAddCase }: Props) {
  const { remove } = useTestSuites(suite.projectId)
  const askAndRemove = async () => {
    const cases = formatCount(suite.testCaseCount, 'test case')
    const text =
      `Are you sure you want to delete the test suite “${suite.name}” with its ${cases}? ` +
      `This action cannot be undone.`
    if (await confirm({ title: 'Delete Test Suite', text, action: 'Delete' })) remove(suite.id)
  }
  return (
    <SuiteHead suite={suite} className={classes.head}>
      <h2 className={classes.title}>
        <UnstyledButton
          className={classes.toggle}
          {...afterRemovalOf('case')}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <Chevron isOpen={isOpen} />
          <SuiteTitle suite={suite} />
          <span className={classes.count}>{formatCount(suite.testCaseCount, 'case')}</span>
        </UnstyledButton>
      </h2>
      <div className={classes.actions}>
        {can(role, 'case.write') && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onAddCase}
          >
            Add Test Case
          </Button>
        )}
        {can(role, 'suite.write') && (
          <IconButton
            label="Delete Test Suite"
            icon={IconTrash}
            {...removes('suite')}
            onClick={() => void askAndRemove()}
          />
        )}
      </div>
      {isOpen && suite.description && (
        <Text c="dimmed" className={classes.description} dir="auto">
          {suite.description}
        </Text>
      )}
      {isOpen && suite.testCaseCount === 0 && (
        <Text c="dimmed" className={classes.description}>
          No test cases yet. Add one to say what is to be checked and what is expected.
        </Text>
      )}
    </SuiteHead>
  )
}
