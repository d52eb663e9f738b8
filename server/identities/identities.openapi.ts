import { z } from 'zod'
import { string } from '#shared/fields.ts'
import { headerRefs } from '../openapi/headers.ts'

/* Where browsers leave for a provider and come back, and where a provider calls. */

const path = z.object({ id: string('id').meta({ description: 'The id of the provider', examples: ['company'] }) })

const Logout = z
  .object({ logout_token: z.string().meta({ description: 'Signed by the provider' }) })
  .meta({ id: 'BackchannelLogoutRequest' })

const optional = (name: string, description: string, example: string) =>
  string(name)
    .meta({ description, examples: [example] })
    .optional()

const leadsTo = (description: string) => ({ description, headers: headerRefs(['X-Request-Id', 'Location']) })

type Refusals = { ofBrowser: object; ofProvider: object }

export const identityPaths = ({ ofBrowser, ofProvider }: Refusals): Record<string, object> => ({
  '/auth/oidc/{id}/start': {
    get: {
      operationId: 'identities_start',
      summary: 'Sign in by another provider, in a browser',
      tags: ['Auth'],
      security: [],
      requestParams: {
        path,
        query: z.object({ to: optional('to', 'The path of the page that is opened after the sign-in', '/projects') }),
      },
      responses: { 302: leadsTo('To the provider, or to `/login#status=…&error=…`'), ...ofBrowser },
    },
  },
  '/auth/oidc/{id}/callback': {
    get: {
      operationId: 'identities_callback',
      summary: 'Come back from a provider, in a browser',
      tags: ['Auth'],
      security: [],
      requestParams: {
        path,
        query: z.object({
          code: optional('code', 'What the provider answered', 'z2Dq…'),
          state: optional('state', 'What the start sent', 'p4Xc…'),
          iss: optional('iss', 'Who answered', 'https://login.example.com'),
          error: optional('error', 'Why the provider refused', 'access_denied'),
        }),
      },
      responses: { 302: leadsTo('To `/login#ticket=…`, or to `/login#status=…&error=…`'), ...ofBrowser },
    },
  },
  '/auth/oidc/{id}/backchannel-logout': {
    post: {
      operationId: 'identities_backchannelLogout',
      summary: 'End sessions that ended at a provider. Providers call it',
      tags: ['Auth'],
      security: [],
      requestParams: { path },
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: Logout } },
      },
      responses: {
        204: { description: 'The sessions have ended', headers: headerRefs(['X-Request-Id']) },
        ...ofProvider,
      },
    },
  },
})
