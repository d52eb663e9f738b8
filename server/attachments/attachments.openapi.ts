import { z } from 'zod'
import { AddAttachment, AddCaseAttachment, Attachment, ATTACHMENT_TYPES } from '#shared/attachments/attachment.ts'
import { IdInput, string } from '#shared/fields.ts'
import { errorResponses } from '../openapi/errors.ts'
import { FILE_CONTENT } from '../openapi/file-content.ts'
import { headerRefs, IDEMPOTENCY_KEY } from '../openapi/headers.ts'
import { verbOf } from '../openapi/operation.ts'
import { ATTACHMENT_PATH, CASE_ATTACHMENTS_PATH, RESULT_ATTACHMENTS_PATH } from './attachments.route.ts'

const UPLOAD = 'The body is the file itself, of any content type. The server finds its type from the bytes.'

const TO_RESULT = `${UPLOAD} Only running test runs take attachments.`

const TO_CASE = `${UPLOAD} The attachments of a case are no part of its revisions. A deleted case keeps them: they can be
read again once it is restored.`

const READ = `The bytes. Pictures and plain text may be shown by a browser, all others are for saving. A page that
cannot send a token, such as one with an image, takes an address of \`GET /attachments/{id}/address\`.`

const binary = { schema: { type: 'string', format: 'binary' } }

export function attachmentPaths(refusals: Record<string, object>, security: object[]): Record<string, object> {
  const upload = (operation: { operationId: string; summary: string; description: string; requestParams: object }) => ({
    ...operation,
    description: operation.description.replaceAll('\n', ' '),
    tags: ['Attachments'],
    security,
    parameters: [IDEMPOTENCY_KEY],
    requestBody: { required: true, content: FILE_CONTENT },
    responses: {
      201: {
        description: 'Attached',
        headers: headerRefs(['X-Request-Id', 'Idempotency-Replayed']),
        content: { 'application/json': { schema: Attachment } },
      },
      ...refusals,
    },
  })
  const toResult = upload({
    ...verbOf('record'),
    operationId: 'attachments_add',
    summary: 'Attach a file to a test result',
    description: TO_RESULT,
    requestParams: {
      path: AddAttachment.pick({ resultId: true }),
      query: AddAttachment.pick({ name: true }),
    },
  })
  const toCase = upload({
    ...verbOf('write'),
    operationId: 'attachments_addToCase',
    summary: 'Attach a file to a test case',
    description: TO_CASE,
    requestParams: {
      path: AddCaseAttachment.pick({ id: true }),
      query: AddCaseAttachment.pick({ name: true }),
    },
  })
  const read = {
    operationId: 'attachments_read',
    summary: 'Read an attachment',
    tags: ['Attachments'],
    description: READ.replaceAll('\n', ' '),
    ...verbOf('read'),
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
      ...errorResponses([400, 401, 403, 404, 429, 500, 502, 503]),
    },
  }
  return {
    [RESULT_ATTACHMENTS_PATH]: { post: toResult },
    [CASE_ATTACHMENTS_PATH]: { post: toCase },
    [ATTACHMENT_PATH]: { get: read },
  }
}
