import { z } from 'zod'

/* The providers of `OIDC_1_…` to `OIDC_5_…`. Only the operator sets them, so no secret of them is in the database. */

const PROVIDERS_MAX = 5

const NUMBERS = Array.from({ length: PROVIDERS_MAX }, (_, index) => index + 1)

/** The variables of them that hold a secret. */
export const OIDC_SECRETS = NUMBERS.map((number) => `OIDC_${number}_CLIENT_SECRET`)

const required = z.string({ error: 'required' }).trim().min(1, 'required').max(1_000)

const listOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const list = z.string().transform(listOf).default([])

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((text) => text === 'true')

const issuer = required.transform((text, ctx) => {
  const url = URL.parse(text)
  if (url && isProtected(url) && url.hash === '' && url.username === '') return text
  ctx.addIssue({ code: 'custom', message: `"${text}" is not an https URL. http is for loopback addresses only` })
  return z.NEVER
})

const domains = list.transform((all) => all.map((domain) => domain.toLowerCase().replace(/^@/, '')))

type Member = { group: string; projectId: string }

/** A group may have a colon, the id of a project has none. */
const members = z
  .string()
  .transform((text, ctx): Member[] =>
    listOf(text).map((pair) => {
      const [, group = '', projectId = ''] = /^(.+):([\w-]+)$/.exec(pair) ?? []
      if (group === '') ctx.addIssue({ code: 'custom', message: `"${pair}" is not GROUP:PROJECT_ID` })
      return { group: group.trim(), projectId }
    }),
  )
  .default([])

const Provider = z.object({
  ID: required.regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 small letters, digits and "-"'),
  NAME: required.max(60, 'must be at most 60 characters long'),
  ISSUER: issuer,
  CLIENT_ID: required,
  CLIENT_SECRET: required,
  DOMAINS: domains,
  PROVISION: flag,
  TRUST_EMAIL: flag,
  ADMIN_GROUP: z.string().trim().optional(),
  MEMBERS: members,
  REQUIRE_AMR: list,
  RP_LOGOUT: flag,
})

/** A provider of sign-ins by OpenID Connect. */
export type OidcProvider = {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Domains of addresses for which the provider may make or take accounts, in small letters. */
  domains: string[]
  provision: boolean
  trustEmail: boolean
  adminGroup: string | undefined
  members: Member[]
  /** Any of these methods of authentication stands for Assay's second factor. */
  requireAmr: string[]
  rpLogout: boolean
}

type Variables = Record<string, string | undefined>
type Around = { publicUrl: string | undefined; host: string; fail: (message: string) => never }

/** Reads the providers. Calls `fail` with a line for the operator, which names the variable. */
export function readProviders(given: Variables, around: Around): OidcProvider[] {
  const { fail } = around
  const providers: OidcProvider[] = []
  for (const number of NUMBERS) {
    const provider = readProvider(given, number, fail)
    if (!provider) continue
    if (providers.some(({ id }) => id === provider.id)) fail(`OIDC_${number}_ID: "${provider.id}" is used twice`)
    providers.push(provider)
  }
  if (providers.length > 0) refuseOpenAddress(around)
  return providers
}

function readProvider(given: Variables, number: number, fail: Around['fail']): OidcProvider | undefined {
  const prefix = `OIDC_${number}_`
  const names = Object.keys(given).filter((name) => name.startsWith(prefix))
  if (names.length === 0) return undefined
  const unknown = names.find((name) => !Object.hasOwn(Provider.shape, name.slice(prefix.length).replace(/_FILE$/, '')))
  if (unknown) fail(`${unknown}: there is no such variable`)
  const read = Provider.safeParse(Object.fromEntries(names.map((name) => [name.slice(prefix.length), given[name]])))
  if (!read.success) {
    const [issue] = read.error.issues
    return fail(`${prefix}${String(issue?.path[0])}: ${issue?.message}`)
  }
  const { data } = read
  for (const name of ['PROVISION', 'TRUST_EMAIL'] as const)
    if (data[name] && data.DOMAINS.length === 0) fail(`${prefix}DOMAINS: required when ${prefix}${name} is true`)
  return {
    id: data.ID,
    name: data.NAME,
    issuer: data.ISSUER,
    clientId: data.CLIENT_ID,
    clientSecret: data.CLIENT_SECRET,
    domains: data.DOMAINS,
    provision: data.PROVISION,
    trustEmail: data.TRUST_EMAIL,
    adminGroup: data.ADMIN_GROUP,
    members: data.MEMBERS,
    requireAmr: data.REQUIRE_AMR,
    rpLogout: data.RP_LOGOUT,
  }
}

/** Providers send people back to us: to an address that others can neither choose nor read. */
function refuseOpenAddress({ publicUrl, host, fail }: Around): void {
  if (publicUrl === undefined) {
    if (!isLoopback(host)) fail('PUBLIC_URL: required when OIDC_1_ID is set')
  } else if (!isProtected(new URL(publicUrl))) fail('PUBLIC_URL: must be https when OIDC_1_ID is set')
}

/** Whether nobody on the way can read: https, or a loopback address. */
const isProtected = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
