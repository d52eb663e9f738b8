import { Group } from '@mantine/core'
import { IconBadge, IconLinkOff, IconRefresh } from '@tabler/icons-react'
import type { Badge } from '#shared/shares/share.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ask } from '#src/ui/confirm.tsx'
import { CopyField } from '#src/ui/copy-field.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { afterRemovalOf, removes } from '#src/ui/focus-after-removal.ts'
import { Section } from '#src/ui/section.tsx'

/** The badge of the last run, for a README. Its address is secret. */
export function BadgeCard({ projectId }: { projectId: string }) {
  const query = trpc.badges.get.useQuery({ id: projectId })
  return (
    <Section
      title="Badge"
      hint="A picture of the last run for a README or a wall screen. Anybody with its address sees it."
    >
      <Fetched query={query} failure="The badge could not be read">
        {(badge) => <BadgeActs projectId={projectId} badge={badge} />}
      </Fetched>
    </Section>
  )
}

function BadgeActs({ projectId, badge }: { projectId: string; badge: Badge | null }) {
  const input = { id: projectId }
  const { badges } = trpc.useUtils()
  const create = trpc.badges.create.useMutation(
    withToasts({
      onSuccess: (made: Badge) => badges.get.setData(input, made),
      success: 'Badge address created',
      failure: 'Failed to create the badge',
    }),
  )
  const end = trpc.badges.end.useMutation(
    withToasts({
      onSuccess: () => badges.get.setData(input, null),
      success: 'Badge ended',
      failure: 'Failed to end the badge',
    }),
  )
  const askAndReplace = () => {
    const text = 'Are you sure you want a new address? Pages that show the badge by the old one lose it at once.'
    ask({ title: 'New Badge Address', text, action: 'New Address' }, () => create.mutate(input))
  }
  const askAndEnd = () => {
    const text = 'Are you sure you want to end the badge? Pages that show it lose it at once.'
    ask({ title: 'End Badge', text, action: 'End' }, () => end.mutate(input))
  }
  const isBusy = create.isPending || end.isPending
  const act = badge ? askAndReplace : () => create.mutate(input)
  return (
    <>
      {badge && (
        <>
          {/* By its path: the page may be open at another origin than the public one. */}
          <img
            key={badge.link}
            src={new URL(badge.link).pathname}
            alt="Result of the last run"
            height={20}
            style={{ alignSelf: 'start' }}
          />
          <CopyField label="Badge Address" value={badge.link} copyLabel="Copy address" />
          <CopyField label="Markdown" value={`![tests](${badge.link})`} copyLabel="Copy Markdown" />
        </>
      )}
      <Group gap="xs">
        <BusyButton
          {...afterRemovalOf('badge')}
          variant="default"
          leftSection={badge ? <IconRefresh size={16} aria-hidden /> : <IconBadge size={16} aria-hidden />}
          isBusy={isBusy}
          onClick={act}
        >
          {badge ? 'New Address' : 'Create Badge'}
        </BusyButton>
        {badge && (
          <BusyButton
            {...removes('badge')}
            variant="default"
            leftSection={<IconLinkOff size={16} aria-hidden />}
            isBusy={isBusy}
            onClick={askAndEnd}
          >
            End Badge
          </BusyButton>
        )}
      </Group>
    </>
  )
}
