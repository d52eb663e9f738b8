import { Alert, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconLinkOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { runName } from '#shared/test-runs/run-name.ts'
import type { Share, ShareLink } from '#shared/shares/share.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { CopyField } from '#src/ui/copy-field.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { overlaysAreReady } from '#src/ui/overlays-ready.ts'
import { Time } from '#src/ui/time.tsx'

export async function openShare(run: TestRunOverview): Promise<void> {
  await overlaysAreReady
  modals.open({ title: 'Share Test Run', children: <ShareRun run={run} /> })
}

function ShareRun({ run }: { run: TestRunOverview }) {
  const input = { testRunId: run.id }
  const utils = trpc.useUtils()
  const { data: share, error, refetch } = trpc.shares.get.useQuery(input, { staleTime: 0 })
  /** Kept only here: no later call returns it. */
  const [link, setLink] = useState<ShareLink | null>(null)
  const box = useRef<HTMLDivElement>(null)
  // Each act replaces the button that was pressed.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  })
  const read = () => utils.shares.get.invalidate(input)
  const create = trpc.shares.create.useMutation(
    withToasts({
      onSuccess: async (made: ShareLink) => {
        await read()
        setLink(made)
      },
      failure: 'Failed to create the link',
    }),
  )
  const end = trpc.shares.end.useMutation({
    ...withToasts({
      onSuccess: async () => {
        await read()
        setLink(null)
      },
      success: 'Link ended',
      failure: 'Failed to end the link',
    }),
    // Somebody else may have ended the link.
    onSettled: (_, error) => void (error && read()),
  })
  if (error && share === undefined)
    return <ErrorState message={messageOf(error, 'The link could not be read')} onRetry={() => void refetch()} />
  if (share === undefined) return <Skeleton h={120} />
  return (
    <Stack gap="sm" ref={box} tabIndex={-1}>
      <Text className="breakable">
        Anybody with the link can read “{runName(run)}” without an account. E-mail addresses and attachments are left
        out.
      </Text>
      {share === null ? (
        <NewLink isBusy={create.isPending} onCreate={(expiresInDays) => create.mutate({ ...input, expiresInDays })} />
      ) : (
        <>
          {link && <CopyField label="Link" value={link.link} copyLabel="Copy link" />}
          <Made share={share} isShown={link !== null} />
          <Group justify="space-between" align="flex-end">
            {link === null && (
              <NewLink
                isBusy={create.isPending}
                replaces={share}
                onCreate={(expiresInDays) => create.mutate({ ...input, expiresInDays })}
              />
            )}
            <BusyButton
              ml="auto"
              variant="default"
              leftSection={<IconLinkOff size={16} aria-hidden />}
              isBusy={end.isPending}
              onClick={() => end.mutate(input)}
            >
              End link
            </BusyButton>
          </Group>
        </>
      )}
    </Stack>
  )
}

function Made({ share, isShown }: { share: Share; isShown: boolean }) {
  return (
    <Alert color={isShown ? 'teal' : 'gray'} role="status">
      {isShown && 'Copy the link now: it is shown only once. '}
      Made on <Time iso={share.createdAt} /> by <bdi>{share.createdBy.name}</bdi>, ends <Time iso={share.expiresAt} />.
      {!isShown && ' It was shown when it was made; a new one replaces it.'}
    </Alert>
  )
}

const DAYS = [7, 30, 90, 365]

const DAY_MS = 86_400_000

/** The lifetime of a link, as one of the choices; a month without a link. */
function daysOf(share: Share | undefined): number {
  if (!share) return 30
  const days = (Date.parse(share.expiresAt) - Date.parse(share.createdAt)) / DAY_MS
  return DAYS.find((each) => each >= Math.round(days)) ?? 365
}

type NewLinkProps = {
  isBusy: boolean
  replaces?: Share
  onCreate: (expiresInDays: number) => void
}

function NewLink({ isBusy, replaces, onCreate }: NewLinkProps) {
  const [days, setDays] = useState(() => daysOf(replaces))
  return (
    <Group align="flex-end" justify="space-between" gap="sm">
      <NativeSelect
        label="Expires in"
        value={String(days)}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
        data={DAYS.map((each) => ({ value: String(each), label: `${each} days` }))}
      />
      <BusyButton
        leftSection={replaces && <IconRefresh size={16} aria-hidden />}
        isBusy={isBusy}
        onClick={() => onCreate(days)}
      >
        {replaces ? 'Replace link' : 'Create link'}
      </BusyButton>
    </Group>
  )
}
