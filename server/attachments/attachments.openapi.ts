import { z } from 'zod'
import { AddAttachment, Attachment, ATTACHMENT_TYPES } from '#shared/attachments/attachment.ts'
import { IdInput, string } from '#shared/fields.ts'
import { headerRefs, IDEMPOTENCY_KEY } from '../openapi/headers.ts'
import { ATTACHMENT_PATH, RESULT_ATTACHMENTS_PATH } from './attachments.route.ts'

const UPLOAD = `The body is the file itself, of any content type. The server finds its type from the bytes. Only running
test runs take attachments.`

const READ = `The bytes. Pictures and plain text may be shown by a browser, all others are for saving. A page that
cannot send a token, such as one with an image, takes an address of \`GET /attachments/{id}/address\`.`

const binary = { schema: { type: 'string', format: 'binary' } }

/** Every type is taken, and none is believed. */
const CONTENT = {
  'application/octet-stream': binary,
  'application/json': { schema: { description: 'A JSON file' } },
  '*/*': binary,
}

/** Documents the routes of attachments, which are no procedures. Refusals are references to responses. */
export function attachmentPaths(refusals: Record<string, object>, security: object[]): Record<string, object> {
  const { 400: invalid, 401: signedOut, 403: forbidden, 404: missing, 500: failed, 502: lost, 503: busy } = refusals
  const upload = {
    operationId: 'attachments_add',
    summary: 'Attach a file to a test result',
    tags: ['Attachments'],
    description: UPLOAD.replaceAll('\n', ' '),
    security,
    parameters: [IDEMPOTENCY_KEY],
    requestParams: {
      path: AddAttachment.pick({ resultId: true }),
      query: AddAttachment.pick({ name: true }),
    },
    requestBody: { required: true, content: CONTENT },
    responses: {
      201: {
        description: 'Attached',
        headers: headerRefs(['X-Request-Id', 'Idempotency-Replayed']),
        content: { 'application/json': { schema: Attachment } },
      },
      ...refusals,
    },
  }
  const read = {
    operationId: 'attachments_read',
    summary: 'Read an attachment',
    tags: ['Attachments'],
    description: READ.replaceAll('\n', ' '),
    security: [...security, {}],
    requestParams: {
      path: IdInput,
      query: z.object({
        expires: string('expires').optional().meta({ description: 'When a short-lived address ends, in seconds' }),
        signature: string('signature').optional().meta({ description: 'The signature of a short-lived address' }),
      }),
    },
    responses: {
      200: {
        description: 'The file',
        headers: headerRefs(['X-Request-Id', 'Content-Disposition']),
        content: Object.fromEntries(ATTACHMENT_TYPES.map((type) => [type, binary])),
      },
      400: invalid,
      401: signedOut,
      403: forbidden,
      404: missing,
      500: failed,
      502: lost,
      503: busy,
    },
  }
  return { [RESULT_ATTACHMENTS_PATH]: { post: upload }, [ATTACHMENT_PATH]: { get: read } }
}
