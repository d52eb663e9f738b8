const members = ['owner', 'qa_tester'] as const
/** `machine` is the project's own credential (HTTP Basic). */
const everyone = [...members, 'machine'] as const

/** The roles that hold each permission. The server enforces this table; the browser app hides controls with it. */
export const PERMISSIONS = {
  'project.read': everyone,
  'project.update': ['owner'],
  'project.delete': ['owner'],
  'project.secret': ['owner'],
  'audit.read': ['owner'],
  'badge.manage': ['owner'],
  'share.manage': ['owner'],
  'webhook.manage': ['owner'],
  'member.read': members,
  'member.manage': ['owner'],
  'invite.create': ['owner'],
  'invite.manage': ['owner'],
  'suite.write': everyone,
  'case.write': everyone,
  'run.start': everyone,
  'run.record': everyone,
  'run.update': everyone,
  'run.complete': everyone,
  'run.delete': members,
  /** Of an own run in which nothing is recorded. */
  'run.discard': everyone,
  'run.share': members,
  'report.upload': everyone,
} satisfies Record<string, readonly (typeof everyone)[number][]>

export type Permission = keyof typeof PERMISSIONS

/** Whether a role holds a permission. An unknown or missing role holds none. */
export function can(role: string | null | undefined, permission: Permission): boolean {
  const holders: readonly string[] = PERMISSIONS[permission]
  return role != null && holders.includes(role)
}
