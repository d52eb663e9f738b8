import { Button, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '#src/lib/trpc.ts'
import { passkeyMessage } from '../auth/passkeys.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { useConfirm } from './use-factors.ts'

type Props = { onConfirmed?: (() => void) | undefined }

/** Asks for the password or a factor, because the last one was given too long ago. */
export function ConfirmYourself({ onConfirmed }: Props) {
  const hasPassword = trpc.auth.profile.useQuery().data?.hasPassword !== false
  const [isOpen, setOpen] = useState(false)
  const confirm = useConfirm(onConfirmed)
  return (
    <div>
      <Text mb="sm">
        {hasPassword
          ? 'What signs you in is shown and changed for ten minutes after you enter your password, a code or a passkey.'
          : 'What signs you in is shown and changed for ten minutes after a sign-in, a code or a passkey.'}
      </Text>
      <Button variant="default" leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Confirm It Is You
      </Button>
      <ProofDialog
        title="Confirm it is you"
        submitLabel="Confirm"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        mustProve
        onProof={(proof) => proof && confirm.mutate(proof)}
        isBusy={confirm.isPending}
        refusal={confirm.error && passkeyMessage(confirm.error, 'Failed to confirm')}
      />
    </div>
  )
}
