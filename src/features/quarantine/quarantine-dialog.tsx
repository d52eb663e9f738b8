import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { messageOf } from '#src/lib/errors.ts'
import { toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { refreshQuarantine } from './quarantined.ts'

type Props = { testCase: { id: string; name: string }; isOpen: boolean; onClose: () => void }

/** Asks why the failures of a case are not trusted. */
export function QuarantineDialog({ testCase, isOpen, onClose }: Props) {
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
