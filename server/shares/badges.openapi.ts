import { z } from 'zod'
import { string } from '#shared/fields.ts'
import { headerRefs } from '../openapi/headers.ts'
import { BADGE_PATH } from './badges.route.ts'

export function badgePaths(refusals: Record<string, object>): Record<string, object> {
  const read = {
    operationId: 'badges_read',
    summary: 'Read the badge of a project',
    description: 'An SVG that tells how many results of the last ended run failed, or are pending, or that all passed.',
    tags: ['Badges'],
    security: [],
    requestParams: {
      path: z.object({ token: string('token').meta({ description: 'The token in the address of the badge' }) }),
    },
    responses: {
      200: {
        description: 'The picture',
        headers: headerRefs(['X-Request-Id']),
        content: { 'image/svg+xml': { schema: { type: 'string' } } },
      },
      ...refusals,
    },
  }
  return { [BADGE_PATH]: { get: read } }
}
