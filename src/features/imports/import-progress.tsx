import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { formatNumber } from '#src/lib/format.ts'
import { ButtonLine } from '#src/ui/button-line.tsx'
import type { ImportSession } from './import-session.ts'

type StepProps<S extends ImportSession['step']> = {
  session: Extract<ImportSession, { step: S }>
  onClose: () => void
}

export function Reading({ share, onClose }: { share: number; onClose: () => void }) {
  return (
    <>
      <Bar label="Reading the file" share={share} text={share < 1 ? 'Uploading…' : 'Reading the file…'} />
      <ButtonLine>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ButtonLine>
    </>
  )
}

export function Sending({ session, onClose }: StepProps<'sending'>) {
  return (
    <>
      <Bar label="Import" share={session.share} text="Importing…" />
      <GoesOn onClose={onClose} />
    </>
  )
}

/** A large import, which the server goes on with after its answer. */
export function Running({ session, onClose }: StepProps<'running'>) {
  const { total, created, updated, unchanged } = session.made
  const done = created + updated + unchanged
  const text = `${formatNumber(done)} of ${formatNumber(total)} cases`
  return (
    <>
      <Bar label="Import" share={total === 0 ? 1 : done / total} isExact text={text} />
      {session.isInterrupted && (
        <Alert color="orange" role="status" icon={<IconPlugConnectedX aria-hidden />} py="xs">
          The connection to the server is lost. The import goes on there.
        </Alert>
      )}
      <GoesOn onClose={onClose} />
    </>
  )
}

function GoesOn({ onClose }: { onClose: () => void }) {
  return (
    <ButtonLine>
      <Text c="dimmed" size="sm" mr="auto">
        The import goes on if you close this.
      </Text>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </ButtonLine>
  )
}

type BarProps = { label: string; share: number; isExact?: boolean; text: string }

/** Animated while there is no progress to show. */
function Bar({ label, share, isExact = false, text }: BarProps) {
  const isMoving = !isExact && share >= 1
  return (
    <Stack gap={6} py="md">
      <Text role="status">{text}</Text>
      <Progress.Root size={6}>
        <Progress.Section value={Math.floor(share * 100)} striped={isMoving} animated={isMoving} aria-label={label} />
      </Progress.Root>
    </Stack>
  )
}
