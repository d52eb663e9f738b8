import { insertIdentity } from '../identities/identities.repository.ts'
import type { Person, TestServer } from './server.ts'

/** Gives a person an identity at a provider that is not configured. */
export async function addIdentity(server: TestServer, { id, email }: Pick<Person, 'id' | 'email'>) {
  const issuer = 'https://login.example.com'
  return await server.services.write(null, (db) =>
    insertIdentity(db, { user_id: id, provider: 'company', issuer, subject: `subject of ${id}`, email }),
  )
}
