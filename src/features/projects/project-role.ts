import type { MemberRole } from '#shared/members/member.ts'

type Members = { data?: readonly unknown[] | undefined; isError: boolean }

/** The role whose controls are shown. As the spec says, an empty or unavailable member list means owner. */
export function projectRole(userRole: MemberRole | null | undefined, { data, isError }: Members): string | null {
  const isEmpty = isError ? data === undefined : data?.length === 0
  return isEmpty ? 'owner' : (userRole ?? null)
}
