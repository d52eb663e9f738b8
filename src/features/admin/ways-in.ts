import type { ListedUser } from '#shared/admin/admin.ts'
import type { FactorKind } from '#shared/auth/factor.ts'

export type Ways = Pick<ListedUser, 'hasPassword' | 'mustResetPassword' | 'secondFactors' | 'providers'>

const FACTORS: Record<FactorKind, string> = { totp: 'app code', passkey: 'passkey' }

/** How a person signs in: 'Password or Company, then app code or passkey'. */
export function waysIn({ hasPassword, mustResetPassword, secondFactors, providers }: Ways): string {
  const password = mustResetPassword ? 'Temporary password' : 'Password'
  const first = [...(hasPassword ? [password] : []), ...providers]
  const second = secondFactors.map((kind) => FACTORS[kind])
  if (first.length === 0) return second.includes('passkey') ? 'Passkey' : 'No way to sign in'
  if (second.length > 0) return `${either(first)}, then ${either(second)}`
  // Providers ask for their own.
  return hasPassword ? `${either(first)}, no second factor` : either(first)
}

const either = (ways: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(ways)
