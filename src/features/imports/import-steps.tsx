import { Button, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ButtonLine } from '#src/ui/button-line.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileLine } from './file-line.tsx'
import { ImportDone, ImportUndoneView } from './import-done.tsx'
import { Preview } from './import-preview.tsx'
import { Reading, Running, Sending } from './import-progress.tsx'
import { type ImportSession, readAgain, useImportSession } from './import-session.ts'
import classes from './imports.module.css'

export function ImportSteps({ onClose }: { onClose: () => void }) {
  const session = useImportSession()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone with its step.
    if (document.activeElement === document.body) box.current?.focus()
  })
  return (
    <Stack ref={box} gap="md" tabIndex={-1} className={classes.steps}>
      {session.file && <FileLine session={session} file={session.file} />}
      <StepOf session={session} onClose={onClose} />
    </Stack>
  )
}

function StepOf({ session, onClose }: { session: ImportSession; onClose: () => void }) {
  switch (session.step) {
    case 'choose':
      return <ChooseFile />
    case 'reading':
      return <Reading share={session.share} onClose={onClose} />
    case 'unread':
      return <Unread message={session.message} canRetry={session.canRetry} onClose={onClose} />
    case 'preview':
      return <Preview session={session} onClose={onClose} />
    case 'sending':
      return <Sending session={session} onClose={onClose} />
    case 'running':
      return <Running session={session} onClose={onClose} />
    case 'done':
      return <ImportDone session={session} onClose={onClose} />
    default:
      return <ImportUndoneView undone={session.undone} onClose={onClose} />
  }
}

function Unread({ message, canRetry, onClose }: { message: string; canRetry: boolean; onClose: () => void }) {
  return (
    <>
      <ErrorState message={message} onRetry={canRetry ? () => void readAgain() : undefined} />
      <ButtonLine>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </ButtonLine>
    </>
  )
}
