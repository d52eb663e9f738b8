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
  'retention.manage': ['owner'],
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
  'token.manage': ['owner'],
} satisfies Record<string, readonly (typeof everyone)[number][]>

export type Permission = keyof typeof PERMISSIONS

/** What an API token may do. No verb includes another. */
export const VERBS = ['read', 'record', 'write', 'manage', 'admin'] as const
export type Verb = (typeof VERBS)[number]

/** The verbs of a project's token. The others act as a person. */
export const PROJECT_VERBS = ['read', 'record', 'write'] as const satisfies Verb[]

/** The verb that an API token needs for each permission. `admin` is about the site, so no permission has it. */
export const VERB_OF: Record<Permission, Verb> = {
  'project.read': 'read',
  'project.update': 'manage',
  'project.delete': 'manage',
  'project.secret': 'manage',
  'retention.manage': 'manage',
  'badge.manage': 'manage',
  'share.manage': 'manage',
  'member.read': 'read',
  'member.manage': 'manage',
  'invite.create': 'manage',
  'invite.manage': 'manage',
  'suite.write': 'write',
  'case.write': 'write',
  'run.start': 'record',
  'run.record': 'record',
  'run.update': 'write',
  'run.complete': 'record',
  'run.delete': 'manage',
  'run.discard': 'record',
  'run.share': 'record',
  'report.upload': 'record',
  'token.manage': 'manage',
  'audit.read': 'manage',
  'webhook.manage': 'manage',
}

/** Whether a role holds a permission. An unknown or missing role holds none. */
export function can(role: string | null | undefined, permission: Permission): boolean {
  const holders: readonly string[] = PERMISSIONS[permission]
  return role != null && holders.includes(role)
}
