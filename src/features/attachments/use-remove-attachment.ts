import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { messageOf } from '#src/lib/errors.ts'
import { say, toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { confirm } from '#src/ui/confirm.tsx'
import type { AttachmentOwner } from './owner.ts'

export function useRemoveAttachment(owner: AttachmentOwner) {
  const { mutate } = trpc.attachments.delete.useMutation()
  return async ({ id, name }: AttachmentItem): Promise<void> => {
    const text = `"${name}" is removed for everybody. This cannot be undone.`
    if (!(await confirm({ title: 'Remove Attachment', text, action: 'Remove' }))) return
    mutate(
      { id },
      {
        onSuccess: () => {
          owner.show((items) => items.filter((item) => item.id !== id))
          say(`Removed ${name}`)
        },
        onError: (error) => toastError(messageOf(error, 'Failed to remove the attachment')),
      },
    )
  }
}
