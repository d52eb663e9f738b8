import type { Statuses } from './access-table.ts'

const none = () => undefined
const unknown = () => ({ id: 'none' })
const NOT_FOUND: Statuses = [401, 404, 404, 404, 404, 401, 403, 403, 403]

/** The rows of the access table for identities, without a provider. */
export const IDENTITIES_ACCESS = {
  'auth.signInOidc': [[401, 401, 401, 401, 401, 401, 401, 401, 401], () => ({ ticket: 'wrong' })],
  'identities.providers': [[200, 200, 200, 200, 200, 200, 200, 200, 200], none],
  'identities.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'identities.connect': [NOT_FOUND, unknown],
  'identities.disconnect': [NOT_FOUND, unknown],
} satisfies Record<string, [Statuses, () => { id: string } | { ticket: string } | undefined]>
