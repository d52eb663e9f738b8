/** Roles a caller can have in one project. `machine` is the project's own credential (HTTP Basic). */
export const PROJECT_ROLES = ['owner', 'qa_tester', 'machine'] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]

const members = ['owner', 'qa_tester'] as const
const everyone = ['owner', 'qa_tester', 'machine'] as const

/** The roles that hold each permission. The server enforces this table, the browser app hides controls by it. */
export const PERMISSIONS = {
  'project.read': everyone,
  'project.update': ['owner'],
  'project.delete': ['owner'],
  'project.secret': ['owner'],
  'member.read': members,
  'member.manage': ['owner'],
  'invite.create': ['owner'],
  'suite.write': everyone,
  'case.write': everyone,
  'run.start': everyone,
  'run.record': everyone,
  'run.complete': everyone,
  'run.delete': members,
  'report.upload': everyone,
} satisfies Record<string, readonly ProjectRole[]>

export type Permission = keyof typeof PERMISSIONS

/** Whether a role holds a permission. Unknown roles and no role hold none. */
export function can(role: string | null | undefined, permission: Permission): boolean {
  const holders: readonly string[] = PERMISSIONS[permission]
  return role != null && holders.includes(role)
}
