import { Alert, Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import type { ImportUndone } from '#shared/imports/import.ts'
import { formatCount } from '#src/lib/format.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ButtonLine } from '#src/ui/button-line.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportNotes, RefusedRows } from './import-rows.tsx'
import { type ImportSession, undoShown } from './import-session.ts'
import { undoneText } from './undo-import.ts'

type Props = { session: Extract<ImportSession, { step: 'done' }>; onClose: () => void }

export function ImportDone({ session: { made, isUndoing }, onClose }: Props) {
  return (
    <>
      <Alert color="teal" role="status" icon={<IconCircleCheck aria-hidden />} py="xs">
        {formatCount(made.created + made.updated, 'case')} imported.
      </Alert>
      <ImportCounts counts={made} />
      <RefusedRows of={made} />
      <ImportNotes of={made} />
      <ButtonLine isSticky>
        <BusyButton
          variant="default"
          mr="auto"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          isBusy={isUndoing}
          onClick={() => void undoShown()}
        >
          Undo Import
        </BusyButton>
        <Button onClick={onClose}>Close</Button>
      </ButtonLine>
    </>
  )
}

export function ImportUndoneView({ undone, onClose }: { undone: ImportUndone; onClose: () => void }) {
  return (
    <>
      <Alert color="gray" role="status" icon={<IconArrowBackUp aria-hidden />} title="Import undone" py="xs">
        {undoneText(undone)}
      </Alert>
      <ButtonLine>
        <Button onClick={onClose}>Close</Button>
      </ButtonLine>
    </>
  )
}
