import type { Context } from '../context.ts'

/** For whom passkeys are made: browsers use them only at this origin, and offer them only for this host. */
export type RelyingParty = { origin: string; host: string }

/** By `PUBLIC_URL`; without it, by the address at which the caller reached us. */
export function relyingParty({ config, request }: Pick<Context, 'config' | 'request'>): RelyingParty {
  const { origin, hostname } = new URL(config.PUBLIC_URL ?? request.baseUrl)
  return { origin, host: hostname }
}
