import type { Factor } from '#shared/auth/factor.ts'
import { LastUse, RemovableRow } from '#src/ui/removable-row.tsx'
import { Time } from '#src/ui/time.tsx'

type Props = { factor: Factor; isLast: boolean; hasPassword: boolean; onRemove: () => void }

const KINDS = { totp: 'Authenticator app', passkey: 'Passkey' }

export function FactorRow({ factor: { kind, name, createdAt, lastUsedAt }, isLast, hasPassword, onRemove }: Props) {
  const last = hasPassword
    ? ' Your password alone will sign you in, and your recovery codes end.'
    : ' Your recovery codes end.'
  const consequence = isLast ? last : ''
  const text = `Are you sure you want to remove ${name}?${consequence} You are signed out on other devices.`
  return (
    <RemovableRow
      name={name}
      kind="factor"
      action="Remove"
      question={{ title: 'Remove Second Factor', text }}
      onRemove={onRemove}
    >
      {KINDS[kind]}, added <Time iso={createdAt} as="moment" />, <LastUse at={lastUsedAt} />
    </RemovableRow>
  )
}
