import { NativeSelect, Skeleton, Switch, Table, Text } from '@mantine/core'
import { type Digest, DIGEST_HOUR, DIGESTS } from '#shared/notices/digest.ts'
import type { NoticeKind } from '#shared/notices/notice.ts'
import { messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Section } from '#src/ui/section.tsx'

const KINDS: Record<NoticeKind, string> = {
  assigned: 'Test cases are assigned to me',
  'run.ended': 'A run that I started has ended',
  'case.failing': 'A test case that I wrote is newly failing',
}

const WAYS = [
  { way: 'app', label: 'In the app' },
  { way: 'mail', label: 'By mail' },
] as const

const DIGEST_LABELS: Record<Digest, string> = {
  off: 'None',
  daily: 'Daily',
  weekly: 'Weekly, on Mondays',
}

export function NoticeSettings() {
  const { settings, error, retry, turn, choose } = useSettings()
  return (
    <Section title="Notices">
      {error !== null ? (
        <ErrorState message={error} onRetry={retry} />
      ) : settings === undefined ? (
        <Skeleton h={120} />
      ) : (
        <>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Tell me when</Table.Th>
                {WAYS.map(({ way, label }) => (
                  <Table.Th key={way}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {settings.kinds.map((setting) => (
                <Table.Tr key={setting.kind}>
                  <Table.Th scope="row" fw={400}>
                    {KINDS[setting.kind]}
                  </Table.Th>
                  {WAYS.map(({ way, label }) => (
                    <Table.Td key={way}>
                      <Switch
                        aria-label={`${KINDS[setting.kind]}: ${label.toLowerCase()}`}
                        checked={setting[way]}
                        disabled={way === 'mail' && !settings.isMailOn}
                        onChange={(event) => turn({ kind: setting.kind, [way]: event.currentTarget.checked })}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <NativeSelect
            mt="md"
            maw={360}
            label="Digest by mail"
            description={`What has ended, what is newly failing and what is assigned to you, at 0${DIGEST_HOUR}:00 UTC. No mail if nothing has happened.`}
            data={DIGESTS.map((value) => ({ value, label: DIGEST_LABELS[value] }))}
            value={settings.digest}
            disabled={!settings.isMailOn}
            onChange={(event) => choose(event.currentTarget.value as Digest)}
          />
          {!settings.isMailOn && (
            <Text size="sm" c="dimmed" mt="xs">
              This server sends no mails.
            </Text>
          )}
        </>
      )}
    </Section>
  )
}

function useSettings() {
  const { notices } = trpc.useUtils()
  const { data, error, refetch } = trpc.notices.settings.useQuery(undefined, { staleTime: 0 })
  const set = trpc.notices.setSetting.useMutation({
    onMutate: ({ kind, app, mail }) =>
      notices.settings.setData(undefined, (before) => {
        const changed = { ...(app != null && { app }), ...(mail != null && { mail }) }
        const kinds = before?.kinds.map((each) => (each.kind === kind ? { ...each, ...changed } : each))
        return before && kinds && { ...before, kinds }
      }),
    onError: (error) => toastError(messageOf(error, 'Failed to save the setting')),
    onSettled: () => notices.settings.invalidate(),
  })
  const setDigest = trpc.notices.setDigest.useMutation({
    onMutate: ({ digest }) => notices.settings.setData(undefined, (before) => before && { ...before, digest }),
    onError: (error) => toastError(messageOf(error, 'Failed to save the setting')),
    onSettled: () => notices.settings.invalidate(),
  })
  return {
    settings: data,
    error: error && !data ? messageOf(error, 'The settings could not be read') : null,
    retry: () => void refetch(),
    turn: set.mutate,
    choose: (digest: Digest) => setDigest.mutate({ digest }),
  }
}
