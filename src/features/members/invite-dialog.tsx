import { Alert } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { CreateInvite } from '#shared/invites/invite.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/form.tsx'
import { InviteLink } from './invite-link.tsx'
import { useInvite } from './use-members.ts'
import { UserSearch } from './user-search.tsx'
import { useUserSearch } from './use-user-search.ts'

type Props = { projectId: string; isOpen: boolean; onClose: () => void }

const CLOSE_MS = 2_000

/** The list of suggestions may extend beyond the dialog. */
const overflowing = { content: { overflow: 'visible' } }

const schema = CreateInvite.omit({ projectId: true })

export function InviteDialog({ projectId, isOpen, onClose }: Props) {
  const { invite, isBusy, added, link, problem, reset } = useInvite(projectId)
  const form = useForm({ initialValues: { email: '' }, validate: schemaResolver(schema, { sync: true }) })
  const { matches, isKnown } = useUserSearch(form.values.email)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(() => added !== null && close(), CLOSE_MS)
    return () => clearTimeout(timer)
  }, [added])

  const startOver = () => {
    reset()
    form.reset()
  }
  return (
    <Dialog
      title="Invite Member"
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={startOver}
      styles={overflowing}
    >
      {link ? (
        <InviteLink link={link} onAnother={startOver} onDone={onClose} />
      ) : added === null ? (
        <Form
          form={form}
          onSubmit={({ email }) => void invite(email).catch(() => undefined)}
          onCancel={onClose}
          submitLabel={isKnown ? 'Invite' : 'Generate Invite Link'}
          isBusy={isBusy}
          refusal={problem}
        >
          <UserSearch matches={isKnown ? [] : matches} {...form.getInputProps('email')} />
        </Form>
      ) : (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden />} role="alert">
          {added}
        </Alert>
      )}
    </Dialog>
  )
}
