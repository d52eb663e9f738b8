import { Box, Modal, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconLink, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { useTopDialog } from '#src/ui/dialog-stack.ts'
import { useInertBackground } from '#src/ui/use-inert-background.ts'
import { useCaseList } from '../list/case-list.tsx'
import { PanelButton } from '#src/ui/panel-button.tsx'
import { usePanel } from '#src/ui/panel-state.ts'
import { useVisibleHeight } from '#src/ui/use-visible-height.ts'
import { WidthHandle } from '#src/ui/width-handle.tsx'
import classes from './panel-shell.module.css'
import { useCloseCase } from './use-close-case.ts'
import { useCopyLink } from './use-copy-link.ts'
import { useCaseNeighbours } from './use-followed-cursor.ts'

type Props = { caseRef: string; testCase: TestCase | undefined; children: ReactNode }

/** A column beside the list; on a narrow screen a dialog over all of it. */
export function PanelShell(props: Props) {
  const { isDialog } = usePanel()
  return isDialog ? <Screen {...props} /> : <Aside {...props} />
}

function Aside({ caseRef, testCase, children }: Props) {
  const { width } = usePanel()
  const panel = useVisibleHeight()
  const close = useCloseCase(testCase)
  return (
    <Box flex="none" maw="calc(100vw - 480px)" style={{ width }}>
      <aside ref={panel} className={classes.panel} aria-label={`Case ${caseRef}`}>
        <WidthHandle />
        <div className={classes.head}>
          <Neighbours testCase={testCase} />
          <Box component="span" flex={1} fw={600} aria-hidden>
            <CaseNumber caseRef={caseRef} testCase={testCase} />
          </Box>
          {testCase && <CopyLink testCase={testCase} />}
          <PanelButton label="Close" icon={IconX} onClick={close} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
        <div key={testCase?.id} className={classes.details} tabIndex={0} role="region" aria-label="Details of the case">
          {children}
        </div>
      </aside>
    </Box>
  )
}

function Screen({ caseRef, testCase, children }: Props) {
  const close = useCloseCase(testCase)
  useInertBackground(true)
  useTopDialog(true, close)
  return (
    <Modal
      opened
      fullScreen
      // Below the editor, also when it opens after it: as a window becomes narrow.
      zIndex={199}
      onClose={close}
      closeOnEscape={false}
      title={
        <>
          <VisuallyHidden>Case {caseRef}</VisuallyHidden>
          <span aria-hidden>
            <CaseNumber caseRef={caseRef} testCase={testCase} />
          </span>
        </>
      }
      classNames={{ content: classes.content, body: classes.body }}
      closeButtonProps={{ size: 44, 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes.head}>
        <Neighbours testCase={testCase} />
        {testCase && <CopyLink testCase={testCase} />}
      </div>
      {children}
    </Modal>
  )
}

/** '1.2 · C2': its number in the list, which changes as cases move, and its ref, which stays. */
function CaseNumber({ caseRef, testCase }: Pick<Props, 'caseRef' | 'testCase'>) {
  const { suiteOf } = useCaseList()
  const suite = testCase && suiteOf(testCase.testSuiteId)
  return suite ? `${suite.number}.${testCase.number} · ${caseRef}` : caseRef
}

function Neighbours({ testCase }: Pick<Props, 'testCase'>) {
  const { toPrevious, toNext, hasPrevious, hasNext } = useCaseNeighbours(testCase)
  return (
    <>
      <PanelButton label="Previous Case" icon={IconChevronUp} isDisabled={!hasPrevious} onClick={toPrevious} />
      <PanelButton label="Next Case" icon={IconChevronDown} isDisabled={!hasNext} onClick={toNext} />
    </>
  )
}

function CopyLink({ testCase }: { testCase: TestCase }) {
  return <PanelButton label="Copy link" icon={IconLink} onClick={useCopyLink(testCase)} />
}
