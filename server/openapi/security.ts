import type { Meta } from '../trpc.ts'

/** What each kind of callers must send. */
export const SECURITY = {
  anyone: [],
  users: [{ token: [] }],
  'users-and-machines': [{ token: [] }, { project: [] }],
} satisfies Record<NonNullable<Meta['callers']>, object[]>

export const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The accessToken of sign-in' },
  project: { type: 'http', scheme: 'basic', description: 'The project id as user, its client secret as password' },
}
