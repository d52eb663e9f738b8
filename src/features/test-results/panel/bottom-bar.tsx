import { Box, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconMessage } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { StatusMark } from '#src/ui/status.tsx'
import classes from './bottom-bar.module.css'
import { enterPart } from '#src/ui/panel-state.ts'
import { useNeighbours } from './use-neighbours.ts'
import { giveVerdict, VERDICTS } from '../verdicts/give-verdict.ts'
import { useVerdictRefusal } from './use-verdict-refusal.ts'

/** On a phone, the lower edge of the panel: the verdicts within reach of a thumb. */
export function BottomBar({ result }: { result: TestResult }) {
  const { toPrevious, toNext, hasPrevious, hasNext } = useNeighbours()
  const refusal = useVerdictRefusal(result)
  useStripAbove()
  return (
    <>
      {refusal !== null && (
        <Box mt={16} c="dimmed">
          {refusal}
        </Box>
      )}
      <div className={classes.bar} role="toolbar" aria-label="Verdict">
        <BarButton label="Previous" isDisabled={!hasPrevious} onClick={toPrevious}>
          <IconChevronLeft size={20} aria-hidden />
        </BarButton>
        {VERDICTS.map(({ status, label }) => (
          <BarButton
            key={status}
            label={label}
            isDisabled={refusal !== null}
            isPressed={result.status === status}
            onClick={() => giveVerdict([result], status)}
          >
            <StatusMark status={status} size={20} />
          </BarButton>
        ))}
        <BarButton label="Note" onClick={() => enterPart('note')}>
          <IconMessage size={20} aria-hidden />
        </BarButton>
        <BarButton label="Next" isDisabled={!hasNext} onClick={toNext}>
          <IconChevronRight size={20} aria-hidden />
        </BarButton>
      </div>
    </>
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
function useStripAbove(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--bottom-bar-height', '56px')
    return () => void style.removeProperty('--bottom-bar-height')
  }, [])
}
