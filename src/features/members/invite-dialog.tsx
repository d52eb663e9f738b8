import { Alert, Button, Group, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { CreateInvite } from '#shared/invites/invite.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { InviteLink } from './invite-link.tsx'
import { useInvite } from './use-members.ts'
import { UserSearch } from './user-search.tsx'
import { useUserSearch } from './use-user-search.ts'

type Props = { projectId: string; isOpen: boolean; onClose: () => void }

/** How long the dialog tells that a user was added before it closes. */
const CLOSE_MS = 2_000

/** Suggestions may hang over the edge of the dialog. */
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

  const startAnew = () => {
    reset()
    form.reset()
  }
  return (
    <Dialog
      title="Invite Member"
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={startAnew}
      styles={overflowing}
    >
      {link ? (
        <InviteLink link={link} onAnother={startAnew} onDone={onClose} />
      ) : added === null ? (
        <form
          noValidate
          onSubmit={form.onSubmit((values) => void invite(values.email).catch(() => undefined), focusFirstError(form))}
        >
          <Stack gap="sm">
            <ErrorBox message={problem} />
            <UserSearch matches={isKnown ? [] : matches} {...form.getInputProps('email')} />
            <Group justify="flex-end" mt="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isBusy}>
                {isKnown ? 'Invite' : 'Generate Invite Link'}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />} role="alert">
          {added}
        </Alert>
      )}
    </Dialog>
  )
}
