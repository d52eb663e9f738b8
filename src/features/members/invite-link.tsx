import { Button, Group, Stack, Text } from '@mantine/core'
import { INVITE_HOURS, type InviteLink as Link } from '#shared/invites/invite.ts'
import { CopyField } from '#src/ui/copy-field.tsx'

type Props = { link: Link; onAnother: () => void; onDone: () => void }

export function InviteLink({ link, onAnother, onDone }: Props) {
  return (
    <Stack gap="sm">
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
