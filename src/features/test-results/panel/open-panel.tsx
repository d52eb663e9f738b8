import { Box, Button, Group, Kbd } from '@mantine/core'
import { useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { PanelShell } from '#src/ui/panel-shell.tsx'
import { closePanel, partEntered, usePanel } from '#src/ui/panel-state.ts'
import { StatusMark } from '#src/ui/status.tsx'
import { cursorRow, moveCursor, useCursorRow } from '../../keys/cursor.ts'
import type { Act } from '../../keys/key-map.ts'
import { ariaKeys, keyNames } from '../../keys/key-names.ts'
import { useSingleKeys } from '../../keys/single-keys.ts'
import { focusCursor } from '../../keys/move.ts'
import { useLatestRunList, useRunList } from '../list/run-list.tsx'
import { type ResultPosition, useResultAt } from '../store/result-pages.ts'
import { clearVerdicts, giveVerdict, VERDICTS } from '../verdicts/give-verdict.ts'
import { useShownResult } from '../verdicts/shown-result.ts'
import { BottomBar } from './bottom-bar.tsx'
import { CaseDetails } from './case-details.tsx'
import { CaseLink } from './case-link.tsx'
import { CaseMenu } from './case-menu.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { useVerdictRefusal } from './use-verdict-refusal.ts'

/** The panel of the current row; of the first one before there is a current row. */
export default function OpenPanel() {
  const list = useRunList()
  const current = useCursorRow() ?? 0
  // Keys held down move the cursor faster than a long description renders.
  const row = useDeferredValue(current)
  const position = list.positionOf(row) ?? list.positionOf(0)
  return position ? <PanelAt testRunId={list.run.id} position={position} /> : null
}

function PanelAt({ testRunId, position }: { testRunId: string; position: ResultPosition }) {
  const { result } = useResultAt(testRunId, position)
  // The case before stays until the page of the next one is loaded.
  const [shown, setShown] = useState(result)
  if (result && result !== shown) setShown(result)
  return shown ? <PanelOf result={shown} /> : null
}

function PanelOf({ result }: { result: TestResult }) {
  const { isDialog } = usePanel()
  const list = useLatestRunList()
  const neighbours = useNeighbours()
  const shown = useShownResult(result)
  const number = `${result.testCase.testSuite.number}.${result.testCase.number}`
  const label = `Case ${number}`
  useOwnParts(result)
  const closeAndReturn = () => {
    closePanel()
    if (!isDialog) moveCursor(cursorRow() ?? 0, { focus: true })
  }
  const title = (
    <>
      {number} · <CaseLink result={shown} />
    </>
  )
  return (
    <PanelShell
      label={label}
      title={isDialog ? label : title}
      shownId={result.id}
      top="var(--column-heads-top)"
      neighbours={neighbours}
      actions={<CaseMenu key={result.id} result={shown} />}
      head={<VerdictButtons result={shown} />}
      bar={<BottomBar result={shown} />}
      onClose={closeAndReturn}
      focusList={() => focusCursor(list())}
    >
      <CaseDetails result={shown} />
    </PanelShell>
  )
}

/** Stops waiting for a part that the previous case did not have. */
function useOwnParts({ id }: TestResult): void {
  const before = useRef(id)
  useLayoutEffect(() => {
    if (before.current !== id) partEntered()
    before.current = id
  }, [id])
}

/** Unlike the keys, the buttons stay on the case. */
function VerdictButtons({ result }: { result: TestResult }) {
  const refusal = useVerdictRefusal(result)
  const reasonId = useId()
  const isBlank = result.status === 'pending' && result.actualValue === null
  const common = { disabled: refusal !== null, 'aria-describedby': refusal === null ? undefined : reasonId }
  return (
    <Box px={16} pt={4} pb={8} mb={4} style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
      <Group gap={8}>
        {VERDICTS.map(({ act, label, status }) => (
          <VerdictButton
            key={act}
            act={act}
            {...common}
            isGiven={result.status === status}
            onClick={() => giveVerdict([result], status)}
          >
            <StatusMark status={status} size={14} />
            {label}
          </VerdictButton>
        ))}
        <VerdictButton
          act="clear"
          {...common}
          disabled={common.disabled || isBlank}
          onClick={() => clearVerdicts([result])}
        >
          Clear
        </VerdictButton>
      </Group>
      {refusal !== null && (
        <Box id={reasonId} mt={4} c="dimmed" fz="sm">
          {refusal}
        </Box>
      )}
    </Box>
  )
}

type ButtonProps = {
  act: Act
  disabled: boolean
  'aria-describedby'?: string
  isGiven?: boolean
  onClick: () => void
  children: React.ReactNode
}

function VerdictButton({ act, isGiven = false, children, ...button }: ButtonProps) {
  const areKeysOn = useSingleKeys()
  return (
    <Button
      size="compact-sm"
      variant={isGiven ? 'light' : 'default'}
      aria-keyshortcuts={areKeysOn ? ariaKeys(act) : undefined}
      {...button}
    >
      <Group component="span" gap={4} wrap="nowrap">
        {children}
      </Group>
      {areKeysOn && (
        <Kbd size="xs" ml={6} aria-hidden>
          {keyNames(act)[0]}
        </Kbd>
      )}
    </Button>
  )
}
