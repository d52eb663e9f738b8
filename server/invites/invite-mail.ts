import { INVITE_HOURS, type InviteLink } from '#shared/invites/invite.ts'
import { withoutLinks } from '../mail/render-mail.ts'
import type { Mail } from '../mail/send-mail.ts'

type Invited = {
  email: string
  userId: string | undefined
  projectName: string
  causedBy: string | null
  by: string | null
}

const NAME_MAX = 100

/** Anybody may be invited, so names must not carry a message with links. */
export function inviteMail({ email, userId, projectName, causedBy, by }: Invited, link: InviteLink): Mail {
  const project = withoutLinks(projectName, NAME_MAX)
  const who = by === null ? 'You are' : `${withoutLinks(by, NAME_MAX)} has`
  const invited = by === null ? 'invited' : 'invited you'
  return {
    kind: 'invite',
    to: { address: email, userId },
    causedBy,
    expiresAt: link.expiresAt,
    content: {
      subject: `Invitation to ${project}`,
      lines: [`${who} ${invited} to the project ${project} in Assay, where it is tested.`],
      link: { text: 'Accept the invitation', url: link.inviteLink },
      notes: [
        `The link works once and expires in ${INVITE_HOURS} hours.`,
        'If you do not expect it, you can ignore this mail.',
      ],
    },
  }
}
