import type { Generated } from 'kysely'
import type { FactorKind } from '#shared/auth/factor.ts'
import type { SessionFactor } from '#shared/auth/session.ts'

export interface ApiTokenTable {
  id: string
  kind: 'personal' | 'project'
  /** SHA-256 of the token, in hex. The token itself is not stored. */
  hash: string
  /** The last 4 characters of the token. */
  hint: string
  name: string
  /** The person as whom a personal token acts. */
  user_id: string | null
  /** The project of a project's token. */
  project_id: string | null
  /** The projects to which a personal token is limited, as JSON. Null for all of its user. */
  project_ids: string | null
  /** JSON. */
  verbs: string
  /** How long the token is valid after its creation and each rotation. */
  lifetime_days: number
  created_at: string
  created_by: string
  expires_at: string
  last_used_at: Generated<string | null>
  last_used_network: Generated<string | null>
  /** The token before the last rotation, and until when it works. */
  old_hash: Generated<string | null>
  old_until: Generated<string | null>
  revoked_at: Generated<string | null>
}

export interface SettingTable {
  key: 'signup_enabled' | 'password_policy' | 'mfa_required' | 'jwt_secret' | 'health_probe' | 'retention_lease'
  value: string
}

/** Open sessions. One is ended by deleting it, or all of a user by another token version of the user. */
export interface SessionTable {
  /** The id of its access token. */
  id: string
  user_id: string
  /** That of the user when the session began. */
  token_version: number
  created_at: string
  expires_at: string
  /** When its user last proved to be themself, by a password or a second factor. */
  confirmed_at: string
  /** Written every ten minutes at most. */
  last_used_at: string
  /** Where it was last used from. */
  network: string
  /** The User-Agent of the sign-in. */
  agent: string | null
  /** The second factor of the sign-in. */
  factor: SessionFactor | null
  /** The identity of the sign-in, if another provider vouched for it. */
  identity: Generated<string | null>
  /** The session at that provider, if it named one. */
  provider_session: Generated<string | null>
}

/** A user as another provider knows them. */
export interface IdentityTable {
  id: string
  user_id: string
  /** The id of the provider in the configuration. */
  provider: string
  /** Both together name a person for ever. An address does not: it may pass to somebody else. */
  issuer: string
  subject: string
  /** The address at the provider, to show it. */
  email: string | null
  created_at: string
  last_used_at: string | null
}

/** A membership that a group at the provider gave. It ends with the group. */
interface IdentityMembershipTable {
  identity_id: string
  project_id: string
}

/** A second factor. */
export interface FactorTable {
  id: string
  user_id: string
  kind: FactorKind
  name: string
  created_at: string
  last_used_at: string | null
  /** The seed of an authenticator app, sealed. */
  sealed_seed: string | null
  /** The time step of the last code, which with all earlier ones is refused. */
  last_step: number | null
  /** Of a passkey, in base64url. */
  credential_id: string | null
  /** The COSE key of a passkey, in base64url. */
  public_key: string | null
  /** How browsers reach the authenticator of a passkey: JSON, from the browser. */
  transports: string | null
  /** The host at which a passkey was made. It works at no other one. */
  relying_party: string | null
  /** How often an authenticator says to have signed. 0 if it does not count. */
  sign_count: number | null
}

/** Codes that work instead of a second factor. A used one is deleted. */
interface RecoveryCodeTable {
  user_id: string
  /** SHA-256, so that it works when the signing secret is lost. */
  code_hash: string
}

/** Tickets that were used, until they expire. */
interface UsedTicketTable {
  id: string
  expires_at: string
}

/** Sessions of earlier versions that were signed out, until their tokens expire. */
interface EndedSessionTable {
  id: string
  expires_at: string
}

/** One row per failed sign-in within the window. */
interface SignInFailureTable {
  /** The account as it was given: an email, or a name for the password of a signed-in user. */
  email: string
  /** The caller's network. */
  address: string
  failed_at: string
}

interface SignInNetworkTable {
  user_id: string
  network: string
  used_at: string
}

export interface AuthTables {
  settings: SettingTable
  sign_in_failures: SignInFailureTable
  sessions: SessionTable
  ended_sessions: EndedSessionTable
  factors: FactorTable
  recovery_codes: RecoveryCodeTable
  used_tickets: UsedTicketTable
  sign_in_networks: SignInNetworkTable
  api_tokens: ApiTokenTable
  identities: IdentityTable
  identity_memberships: IdentityMembershipTable
}
