import { type ReactNode, useState } from 'react'
import { can } from '#shared/permissions.ts'
import { withToasts, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { refreshQuarantine, useQuarantine } from './quarantined.ts'
import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { messageOf } from '#src/lib/errors.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'

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

type Props = { testCase: { id: string; name: string }; isOpen: boolean; onClose: () => void }

function QuarantineDialog({ testCase, isOpen, onClose }: Props) {
  const form = useForm({ initialValues: { reason: '' } })
  const { mutate, isPending, error } = trpc.quarantine.add.useMutation({
    onSuccess: async () => {
      await refreshQuarantine()
      toastSuccess('Quarantined: marked as known flaky')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Quarantine Test Case"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={({ reason }) => mutate({ id: testCase.id, reason })}
      submitLabel="Quarantine"
      isBusy={isPending}
      refusal={error && messageOf(error, 'Failed to quarantine the test case')}
    >
      <Text className="breakable">
        “{testCase.name}” is marked as known flaky. It is still run and shown; its failures are counted apart, and do
        not fail a pipeline.
      </Text>
      <Textarea
        label="Reason"
        placeholder="Optional: what is wrong, who looks into it, a link"
        rows={3}
        data-autofocus
        dir="auto"
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
