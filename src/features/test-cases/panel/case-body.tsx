import { Box, Table, Anchor } from '@mantine/core'
import { can } from '#shared/permissions.ts'
import type { TestCase, CaseStep } from '#shared/test-cases/test-case.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Markdown } from '#src/ui/markdown.tsx'
import { Time } from '#src/ui/time.tsx'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { Value } from '#src/ui/value.tsx'
import { CaseAttachmentScope } from '../../attachments/case-attachments.tsx'
import { Attachments } from '../../attachments/attachments.tsx'
import { PanelSection } from '#src/ui/panel-section.tsx'
import { CaseRuns } from './case-runs.tsx'
import { editorOf } from '../editor-of.ts'
import { useCaseList, useLatestCaseList } from '../list/case-list.tsx'
import classes from './case-body.module.css'
import { CaseButtons } from './case-buttons.tsx'
import { EditableFacts } from './editable-facts.tsx'
import { PanelTable } from '#src/ui/panel-table.tsx'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { moveCursor } from '../../keys/cursor.ts'

const CaseHistory = lazyPart(() => import('../history/case-history.tsx'))

type Props = { testCase: TestCase }

export function CaseBody({ testCase }: Props) {
  const { role, suiteOf } = useCaseList()
  const suite = suiteOf(testCase.testSuiteId)
  const canWrite = can(role, 'case.write')
  const { name, type, expectedValue, preconditions, description, steps, automationKey } = testCase
  return (
    <CaseAttachmentScope testCase={testCase} canWrite={canWrite}>
      <Box component="h3" className="breakable" m="0 0 8px" fz="1rem" lh={1.4} dir="auto">
        {name}
      </Box>
      {suite && canWrite && <CaseButtons suite={suite} testCase={testCase} />}
      <dl className={classes.facts}>
        {suite && (
          <>
            <dt>Suite</dt>
            <dd>
              <SuiteLink suite={suite} />
            </dd>
          </>
        )}
        <dt>Type</dt>
        <dd>
          <TypeBadge type={type} />
        </dd>
        <EditableFacts testCase={testCase} canWrite={canWrite} />
        {automationKey !== null && (
          <>
            <dt>Automation key</dt>
            <dd className="mono breakable">{automationKey}</dd>
          </>
        )}
        <dt>Changed</dt>
        <dd>
          <Time iso={testCase.updatedAt} as="relative" /> by {editorOf(testCase)}
        </dd>
      </dl>
      {preconditions && (
        <PanelSection title="Preconditions">
          <Markdown text={preconditions} />
        </PanelSection>
      )}
      {description && (
        <PanelSection title="Description">
          <Markdown text={description} />
        </PanelSection>
      )}
      {steps.length > 0 && (
        <PanelSection title="Steps">
          <CaseSteps steps={steps} />
        </PanelSection>
      )}
      {expectedValue !== null && (
        <PanelSection title="Expected">
          <Value value={expectedValue} />
        </PanelSection>
      )}
      <PanelSection title="Attachments">
        <Attachments />
      </PanelSection>
      <PanelSection title="Last 10 runs">
        <CaseRuns testCase={testCase} />
      </PanelSection>
      <PanelSection title="History">
        <CaseHistory testCase={testCase} canWrite={canWrite} nameOfSuite={(id) => suiteOf(id)?.name} />
      </PanelSection>
    </CaseAttachmentScope>
  )
}

function CaseSteps({ steps }: { steps: readonly CaseStep[] }) {
  return (
    <PanelTable label="Steps" heads={['#', 'Step', 'Expected']}>
      {steps.map(({ action, expected }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step has no identity
        <Table.Tr key={index}>
          <Table.Td>{index + 1}</Table.Td>
          <Table.Td w="50%">
            <Markdown text={action} />
          </Table.Td>
          <Table.Td>{expected !== '' && <Markdown text={expected} />}</Table.Td>
        </Table.Tr>
      ))}
    </PanelTable>
  )
}

/** Goes to the head of the suite in the list. The panel stays. */
function SuiteLink({ suite }: { suite: TestSuiteListItem }) {
  const list = useLatestCaseList()
  const show = () => {
    list().open(suite.id)
    const row = list().rowOf(suite.id)
    if (row === undefined) return
    list().scrollTo(row)
    moveCursor(row, { focus: true })
  }
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      className="breakable"
      mih={24}
      ta="start"
      dir="auto"
      onClick={show}
    >
      {suite.number} {suite.name}
    </Anchor>
  )
}
