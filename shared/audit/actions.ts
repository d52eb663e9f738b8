/*
 * Everything that the audit log records. Names are never changed or reused: old events have them. A call writes its
 * event with `audit()` of server/audit; server/audit/every-action.test.ts proves that each action has such a call.
 */

/** What an event is about. Its name is looked up when the event is read. */
export type AuditTarget =
  'user' | 'project' | 'run' | 'suite' | 'invite' | 'deletion' | 'import' | 'token' | 'factor' | 'session' | 'identity'

type Described = {
  /** In plain words, for people. */
  label: string
  target: AuditTarget | null
}

/** By name, as `noun.happened`. */
const AUDIT_ACTIONS = {
  'sign-in.succeeded': { label: 'Signed in', target: 'user' },
  'sign-in.failed': { label: 'Wrong password', target: 'user' },
  'sign-in.refused': { label: 'Too many wrong passwords', target: 'user' },
  'session.ended': { label: 'Signed out', target: 'session' },
  'sessions.ended': { label: 'Signed out everywhere', target: 'user' },
  'password.changed': { label: 'Changed the password', target: 'user' },
  'password.reset': { label: 'Reset the password of a user', target: 'user' },
  'factor.added': { label: 'Added a second factor', target: 'factor' },
  'factor.removed': { label: 'Removed a second factor', target: 'factor' },
  'factor.failed': { label: 'Wrong second factor', target: 'user' },
  'factor.refused': { label: 'Too many wrong second factors', target: 'user' },
  'factors.reset': { label: 'Removed the second factors of a user', target: 'user' },
  'recovery-codes.created': { label: 'Made recovery codes', target: 'user' },
  'identity.connected': { label: 'Connected an identity', target: 'identity' },
  'identity.refused': { label: 'Refused an identity', target: null },
  'identity.disconnected': { label: 'Disconnected an identity', target: 'identity' },
  'token.created': { label: 'Made a token', target: 'token' },
  'token.rotated': { label: 'Rotated a token', target: 'token' },
  'token.revoked': { label: 'Revoked a token', target: 'token' },
  'user.created': { label: 'Made a user', target: 'user' },
  'user.changed': { label: 'Changed a user', target: 'user' },
  'user.deleted': { label: 'Deleted a user', target: 'user' },
  'user.erased': { label: 'Erased a user', target: 'user' },
  'user.exported': { label: 'Exported the data of a user', target: 'user' },
  'settings.changed': { label: 'Changed the settings', target: null },
  'project.created': { label: 'Made a project', target: 'project' },
  'project.changed': { label: 'Changed the project', target: 'project' },
  'project.deleted': { label: 'Deleted the project', target: 'project' },
  'secret.regenerated': { label: 'Regenerated the client secret', target: 'project' },
  'retention.changed': { label: 'Changed how long runs are kept', target: 'project' },
  'retention.applied': { label: 'Deleted what was kept long enough', target: 'project' },
  'member.added': { label: 'Added a member', target: 'user' },
  'member.removed': { label: 'Removed a member', target: 'user' },
  'invite.created': { label: 'Invited somebody', target: 'invite' },
  'invite.revoked': { label: 'Revoked an invite', target: 'invite' },
  'invite.accepted': { label: 'Accepted an invite', target: 'invite' },
  'share.created': { label: 'Shared a run by link', target: 'run' },
  'share.ended': { label: 'Ended the link of a run', target: 'run' },
  'shares.ended': { label: 'Ended all links', target: 'project' },
  'badge.created': { label: 'Made the badge', target: 'project' },
  'badge.ended': { label: 'Ended the badge', target: 'project' },
  'run.deleted': { label: 'Deleted a run', target: 'run' },
  'run.reopened': { label: 'Reopened a run', target: 'run' },
  'run.pinned': { label: 'Pinned a run', target: 'run' },
  'run.unpinned': { label: 'Unpinned a run', target: 'run' },
  'run.exported': { label: 'Exported a run', target: 'run' },
  'suite.deleted': { label: 'Deleted a suite', target: 'suite' },
  'cases.exported': { label: 'Exported test cases', target: 'project' },
  'cases.deleted': { label: 'Deleted test cases', target: 'deletion' },
  'deletion.restored': { label: 'Restored from the trash', target: 'deletion' },
  'deletion.purged': { label: 'Purged from the trash', target: 'deletion' },
  'import.applied': { label: 'Imported test cases', target: 'import' },
  'import.undone': { label: 'Undid an import', target: 'import' },
  'audit.exported': { label: 'Exported the audit log', target: null },
} as const satisfies Record<string, Described>

export type AuditAction = keyof typeof AUDIT_ACTIONS

export const ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** In plain words. An action of a newer version is shown by its name. */
export function actionLabel(action: string): string {
  return describedAction(action)?.label ?? action
}

export const targetOf = (action: string): AuditTarget | null => describedAction(action)?.target ?? null

function describedAction(action: string): Described | undefined {
  return (AUDIT_ACTIONS as Record<string, Described>)[action]
}
