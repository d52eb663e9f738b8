import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { CaseValues } from './case-values.ts'
import { editorOf } from './editor-of.ts'

const ConflictDiff = lazyPart(() => import('./history/conflict-diff.tsx'))

export type Conflict = {
  theirs: TestCase
  mine: CaseValues
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Tells who changed the case during the edit, and lets the user choose. Nothing is overwritten before. */
export function CaseConflict({ conflict, isBusy }: { conflict: Conflict; isBusy: boolean }) {
  const { theirs, mine, onKeepMine, onTakeTheirs } = conflict
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      ref={box}
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      py="xs"
      role="group"
      aria-label="Choose a version"
      tabIndex={-1}
    >
      <Text className="breakable">
        {editorOf(theirs)} changed this case, and yours is not saved yet. “Keep mine” saves what you changed; the rest
        stays as it is now.
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          See the difference
        </Button>
        <BusyButton size="compact-sm" isBusy={isBusy} onClick={onKeepMine}>
          Keep mine
        </BusyButton>
        <BusyButton size="compact-sm" variant="default" isBusy={isBusy} onClick={onTakeTheirs}>
          Take theirs
        </BusyButton>
      </Group>
      {isOpen && <ConflictDiff theirs={theirs} mine={mine} />}
    </Alert>
  )
}
