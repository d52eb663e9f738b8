import { z } from 'zod'
import { notFound } from '#shared/errors.ts'
import { readPart } from '../../../attachments/read-attachment.ts'
import { findStoredAttachment } from '../../../attachments/attachments.repository.ts'
import { findEntity } from '../../testrail/numbers.repository.ts'
import { type Answer, type Door, tool } from '../door.ts'
import { nextOffset } from '../inputs.ts'

/** Larger pictures are not worth the tokens, and more than some clients take. */
const PICTURE_MAX = 700 * 1024

/** The bytes of text in one answer. */
const TEXT_PART = 16_000

const invalid = 'attachment must be A and a number, such as A7'
const ref = z.string({ error: invalid }).regex(/^[Aa][1-9]\d{0,8}$/, invalid)

export const getAttachment = tool({
  name: 'get_attachment',
  description: 'A file of a result or case: a picture as a picture, text as text, of others an address for 5 minutes.',
  input: z.strictObject({ attachment: ref.meta({ description: 'A7' }), next: nextOffset }),
  answer: async (door, { attachment, next }) => {
    const id = await findEntity(door.ctx.db, 'attachment', Number(attachment.slice(1)))
    if (id === undefined) throw notFound('Attachment')
    const { path, expiresAt } = await door.calls.attachments.address({ id })
    const file = await findStoredAttachment(door.ctx.db, id)
    if (!file) throw notFound('Attachment')
    const { name, type, size } = file
    const facts = { attachment: attachment.toUpperCase(), name, type, size }
    if (type === 'text/plain') return await textOf(door, file, facts, Number(next ?? 0))
    if (type === 'application/octet-stream' || size > PICTURE_MAX)
      return { ...facts, address: `${door.ctx.config.PUBLIC_URL ?? door.ctx.request.baseUrl}/api${path}`, expiresAt }
    const bytes = await readPart(door.ctx, file, { from: 0, count: size })
    return [
      { type: 'text', text: JSON.stringify(facts) },
      { type: 'image', data: bytes.toString('base64'), mimeType: type },
    ]
  },
})

type File = NonNullable<Awaited<ReturnType<typeof findStoredAttachment>>>

/** A part begins and ends at a whole character. */
async function textOf({ ctx }: Door, file: File, facts: object, from: number): Promise<Answer> {
  const bytes = await readPart(ctx, file, { from, count: TEXT_PART })
  const end = from + bytes.length < file.size ? wholeCharacters(bytes) : bytes.length
  const text = bytes.subarray(0, end).toString('utf8')
  const rest = from + end < file.size ? { next: String(from + end) } : {}
  return [
    { type: 'text', text: JSON.stringify({ ...facts, from, ...rest }) },
    { type: 'text', text },
  ]
}

/** Bytes of UTF-8 that continue a character are 10xxxxxx. */
function wholeCharacters(bytes: Buffer): number {
  let end = bytes.length
  while (end > 0 && bytes.length - end < 4 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end -= 1
  return end > 0 && (bytes[end - 1] as number) >= 0xc0 ? end - 1 : bytes.length
}
