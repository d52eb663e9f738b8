import type { Verb } from '#shared/permissions.ts'

/** What people read about each verb. */
export const VERB_TEXTS: Record<Verb, { label: string; description: string }> = {
  read: { label: 'Read', description: 'See projects with their cases, runs and results' },
  record: { label: 'Record', description: 'Start and complete runs, record results, upload reports' },
  write: { label: 'Write', description: 'Change suites and cases, edit runs' },
  manage: { label: 'Manage', description: 'What only owners may do, create projects, delete runs' },
  admin: { label: 'Admin', description: 'Manage the users and settings of this server' },
}
