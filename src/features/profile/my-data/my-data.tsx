import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconUserX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '#src/lib/download.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { Section } from '#src/ui/section.tsx'
import { passkeyMessage } from '../../auth/passkeys.ts'
import { useLeave } from '../../auth/use-logout.ts'
import { ProofDialog } from '../../second-factors/proof-dialog.tsx'
import { isUnconfirmed, type Proof, proofInput } from '../../second-factors/use-factors.ts'

/** What is stored about the user: to take along, or to erase. */
export function MyData() {
  const [isErasing, setErasing] = useState(false)
  const exportMine = () =>
    void download({ path: '/auth/export', name: 'my-data.json', failure: 'Failed to export your data' })
  return (
    <Section
      title="Your Data"
      hint="Erasing ends your account. Your name becomes “Former member”, and your email, devices, tokens and networks are deleted. Texts that you wrote stay."
    >
      <Group gap="xs">
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={exportMine}>
          Export My Data
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<IconUserX size={16} aria-hidden />}
          onClick={() => setErasing(true)}
        >
          Erase My Account
        </Button>
      </Group>
      <EraseDialog isOpen={isErasing} onClose={() => setErasing(false)} />
    </Section>
  )
}

function EraseDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [mustProve, setMustProve] = useState(false)
  const erase = useErase(() => setMustProve(true))
  return (
    <ProofDialog
      title="Erase My Account"
      submitLabel="Erase My Account"
      isOpen={isOpen}
      onClose={onClose}
      mustProve={mustProve}
      onProof={(proof) => erase.mutate(proof)}
      isBusy={erase.isPending}
      refusal={
        erase.error && !isUnconfirmed(erase.error) ? passkeyMessage(erase.error, 'Failed to erase the account') : null
      }
    >
      <Text>
        Are you sure you want to erase your account? This cannot be undone. Projects that you own pass to an
        administrator.
      </Text>
    </ProofDialog>
  )
}

function useErase(onUnconfirmed: () => void) {
  const onSuccess = useLeave()
  return useMutation({
    mutationFn: async (proof: Proof | undefined) =>
      await trpcClient.erasure.eraseMe.mutate(proof ? await proofInput(proof) : {}),
    onError: (error) => {
      if (isUnconfirmed(error)) onUnconfirmed()
    },
    onSuccess,
  })
}
