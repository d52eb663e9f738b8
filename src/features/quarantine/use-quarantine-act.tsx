import { type ReactNode, useState } from 'react'
import { can } from '#shared/permissions.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { QuarantineDialog } from './quarantine-dialog.tsx'
import { refreshQuarantine, useQuarantine } from './quarantined.ts'

export type QuarantineProps = { projectId: string; role: string | null; testCase: { id: string; name: string } }

type QuarantineAct = {
  isQuarantined: boolean
  label: string
  isBusy: boolean
  act: () => void
  /** Render it outside the act's own menu, which may close. */
  dialog: ReactNode
}

/** Marks a case as known flaky, or removes the mark. Null while loading, and for users who may not edit cases. */
export function useQuarantineAct({ projectId, role, testCase }: QuarantineProps): QuarantineAct | null {
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
  return {
    isQuarantined,
    label: isQuarantined ? 'End quarantine' : 'Quarantine',
    isBusy: end.isPending,
    act: () => {
      if (!isQuarantined) setOpen(true)
      else if (!end.isPending) end.mutate({ id: testCase.id })
    },
    dialog: <QuarantineDialog testCase={testCase} isOpen={isOpen} onClose={() => setOpen(false)} />,
  }
}
