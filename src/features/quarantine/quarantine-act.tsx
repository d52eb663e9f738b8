import { Button } from '@mantine/core'
import { IconBandage, IconBandageOff } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#shared/permissions.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { QuarantineDialog } from './quarantine-dialog.tsx'
import { refreshQuarantine, useQuarantine } from './quarantined.ts'

type Props = { projectId: string; role: string | null; testCase: { id: string; name: string } }

/** Marks a case as known flaky, or ends that. Absent until the list is read, and for who may not edit cases. */
export function QuarantineAct({ projectId, role, testCase }: Props) {
  const quarantine = useQuarantine(projectId)
  const [isOpen, setOpen] = useState(false)
  const end = trpc.quarantine.remove.useMutation(
    withToasts({
      onSuccess: refreshQuarantine,
      success: 'Quarantine ended: its failures count again',
      failure: 'Failed to end the quarantine',
    }),
  )
  if (!quarantine || !can(role, 'case.write')) return null
  const isQuarantined = quarantine.has(testCase.id)
  const act = () => {
    if (!isQuarantined) setOpen(true)
    else if (!end.isPending) end.mutate({ id: testCase.id })
  }
  // One button in both states, never disabled, keeps the focus where it is.
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={isQuarantined ? <IconBandageOff size={16} aria-hidden /> : <IconBandage size={16} aria-hidden />}
        aria-busy={end.isPending}
        onClick={act}
      >
        {isQuarantined ? 'End quarantine' : 'Quarantine'}
      </Button>
      <QuarantineDialog testCase={testCase} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
