import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { INVITE_HOURS, type InviteLink as Link } from '#shared/invites/invite.ts'
import { CopyButton } from '#src/ui/copy-button.tsx'

type Props = { link: Link; onAnother: () => void; onDone: () => void }

export function InviteLink({ link, onAnother, onDone }: Props) {
  return (
    <Stack gap="sm">
      <Text>Send this link to the person you invite. It works once and expires in {INVITE_HOURS} hours.</Text>
      <TextInput
        label="Invite Link"
        readOnly
        value={link.inviteLink}
        classNames={{ input: 'mono' }}
        onFocus={(event) => event.currentTarget.select()}
        rightSectionWidth={40}
        rightSection={<CopyButton value={link.inviteLink} label="Copy link" />}
      />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onAnother}>
          Create Another
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  )
}
