import { Alert, Button, Combobox, Group, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { CreateInvite, INVITE_HOURS, type InviteLink as Link } from '#shared/invites/invite.ts'
import type { UserMatch } from '#shared/users/user.ts'
import { CopyField } from '#src/ui/copy-field.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/form.tsx'
import { useInvite } from './use-members.ts'
import { useUserSearch } from './use-user-search.ts'

type Props = { projectId: string; isOpen: boolean; onClose: () => void }

const CLOSE_MS = 2_000

/** The list of suggestions may extend beyond the dialog. */
const overflowing = { content: { overflow: 'visible' } }

const schema = CreateInvite.omit({ projectId: true })

export default function InviteDialog({ projectId, isOpen, onClose }: Props) {
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
          onSubmit={({ email }) => invite(email)}
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

type InviteLinkProps = { link: Link; onAnother: () => void; onDone: () => void }

function InviteLink({ link, onAnother, onDone }: InviteLinkProps) {
  return (
    <Stack gap="sm">
      {link.isMailed && <Text>A mail with this link is on its way.</Text>}
      <Text>Send this link to the person you invite. It works once and expires in {INVITE_HOURS} hours.</Text>
      <CopyField label="Invite Link" value={link.inviteLink} copyLabel="Copy link" />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onAnother}>
          Create Another
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  )
}

type UserSearchProps = {
  matches: UserMatch[]
  value?: string
  onChange: (email: string) => void
  error?: ReactNode
}

/** The delay before suggestions hide: pressing one takes the focus from the field first. */
const HIDE_MS = 200

function UserSearch({ matches, value = '', onChange, error }: UserSearchProps) {
  const suggestions = useCombobox()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hideSoon = () => {
    timer.current = setTimeout(() => suggestions.closeDropdown(), HIDE_MS)
  }
  const type = (email: string) => {
    clearTimeout(timer.current)
    suggestions.openDropdown()
    suggestions.resetSelectedOption()
    onChange(email)
  }
  const choose = (email: string) => {
    onChange(email)
    suggestions.closeDropdown()
  }
  return (
    <Combobox store={suggestions} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          label="Email"
          type="email"
          placeholder="name@example.com"
          description="Search people by email or name, or enter the email of somebody new"
          required
          data-autofocus
          value={value}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => clearTimeout(timer.current)}
          onBlur={hideSoon}
          error={error}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={matches.length === 0}>
        <Combobox.Options aria-label="Suggestions" mah="min(320px, 33dvh)" style={{ overflowY: 'auto' }}>
          {matches.map((user) => (
            <Combobox.Option key={user.id} value={user.email}>
              <div className="breakable">
                <bdi>{user.name}</bdi>
              </div>
              <Text size="sm" c="dimmed" className="breakable">
                {user.email}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
