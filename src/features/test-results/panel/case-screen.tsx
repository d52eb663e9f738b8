import { Modal, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconMessage } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { StatusMark } from '#src/ui/status.tsx'
import { useTopDialog } from '#src/ui/dialog-stack.ts'
import { useInertBackground } from '#src/ui/use-inert-background.ts'
import { CaseDetails } from './case-details.tsx'
import classes from './case-screen.module.css'
import { enterPart, usePanel } from '#src/ui/panel-state.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useRefusal, useVerdictActs } from './use-verdict-acts.ts'

/** The panel on a phone: a dialog over the whole screen, with the verdicts within reach of a thumb. */
export function CaseScreen({ result }: { result: TestResult }) {
  const { close } = usePanel()
  const { testSuite, number } = result.testCase
  const titleId = useId()
  const refusal = useRefusal(result)
  useInertBackground(true)
  useTopDialog(true, close)
  useBottomBar()
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      closeOnEscape={false}
      title={`Case ${testSuite.number}.${number}`}
      classNames={{ content: classes.content, body: classes.body }}
      closeButtonProps={{ size: 44, 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      <CaseDetails result={result} titleId={titleId} />
      {refusal !== null && <p className={classes.reason}>{refusal}</p>}
      <BottomBar result={result} isEditable={refusal === null} />
    </Modal>
  )
}

function BottomBar({ result, isEditable }: { result: TestResult; isEditable: boolean }) {
  const { toPrevious, toNext, hasPrevious, hasNext } = useNeighbours()
  const { pass, fail, skip } = useVerdictActs(result)
  return (
    <div className={classes.bar} role="toolbar" aria-label="Verdict">
      <BarButton label="Previous" isDisabled={!hasPrevious} onClick={toPrevious}>
        <IconChevronLeft size={20} aria-hidden />
      </BarButton>
      <BarButton label="Pass" isDisabled={!isEditable} isPressed={result.status === 'passed'} onClick={pass}>
        <StatusMark status="passed" size={20} />
      </BarButton>
      <BarButton label="Fail" isDisabled={!isEditable} isPressed={result.status === 'failed'} onClick={fail}>
        <StatusMark status="failed" size={20} />
      </BarButton>
      <BarButton label="Skip" isDisabled={!isEditable} isPressed={result.status === 'skipped'} onClick={skip}>
        <StatusMark status="skipped" size={20} />
      </BarButton>
      <BarButton label="Note" onClick={() => enterPart('note')}>
        <IconMessage size={20} aria-hidden />
      </BarButton>
      <BarButton label="Next" isDisabled={!hasNext} onClick={toNext}>
        <IconChevronRight size={20} aria-hidden />
      </BarButton>
    </div>
  )
}

type ButtonProps = {
  label: string
  isDisabled?: boolean
  isPressed?: boolean
  onClick: () => void
  children: ReactNode
}

/** Stays focusable when it has nothing to do: at the last case, the focus would be lost. */
function BarButton({ label, isDisabled = false, isPressed, onClick, children }: ButtonProps) {
  return (
    <UnstyledButton
      className={classes.button}
      aria-disabled={isDisabled || undefined}
      aria-pressed={isPressed}
      onClick={isDisabled ? undefined : onClick}
    >
      {children}
      {label}
    </UnstyledButton>
  )
}

/** Moves the status strip above the bottom bar. */
function useBottomBar(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--bottom-bar-height', '56px')
    return () => void style.removeProperty('--bottom-bar-height')
  }, [])
}
