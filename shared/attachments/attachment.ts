import { z } from 'zod'
import { Count, Id, Timestamp, id, name } from '../fields.ts'
import { Person } from '../users/user.ts'

/** Detected from the bytes. The last one stands for every other type. */
export const ATTACHMENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
  'application/octet-stream',
] as const

const AttachmentType = z
  .enum(ATTACHMENT_TYPES)
  .meta({ description: 'Detected from the bytes; application/octet-stream for all but pictures and plain text' })
export type AttachmentType = z.infer<typeof AttachmentType>

export const AttachmentItem = z
  .object({
    id: Id,
    name: z.string(),
    type: AttachmentType,
    size: Count.meta({ description: 'In bytes' }),
  })
  .meta({ id: 'AttachmentItem' })
export type AttachmentItem = z.infer<typeof AttachmentItem>

export const ATTACHMENTS_MAX = 100

export const Attachment = AttachmentItem.extend({
  createdAt: Timestamp,
  createdBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
}).meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof Attachment>

/** Control characters, and marks that reverse the writing direction: `gnp.exe` would be shown as `exe.png`. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The file name of a path, without folders and invisible characters; '' if nothing is left. */
export function fileNameOf(path: string): string {
  const own = (path.split(/[/\\]/).at(-1) ?? '').replace(UNSEEN, '').trim()
  return /^\.{0,2}$/.test(own) ? '' : own
}

const FileName = name('name')
  .transform(fileNameOf)
  .refine((own) => own !== '', 'name must be the name of a file')
  .meta({ description: 'The name of the file, 1 to 255 characters. Folders in it are left out' })

export const AddAttachment = z.object({ resultId: id('resultId'), name: FileName })
export type AddAttachment = z.infer<typeof AddAttachment>

export const AddCaseAttachment = z.object({ id: id('id'), name: FileName })
export type AddCaseAttachment = z.infer<typeof AddCaseAttachment>

/** A short-lived address at which a page reads an attachment without a token. */
export const AttachmentAddress = z
  .object({
    path: z.string().meta({
      description: 'Path and query, relative to the base of the API',
      examples: ['/attachments/019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a?expires=1767225900&signature=q3o…'],
    }),
    expiresAt: Timestamp,
    createdAt: Timestamp,
    createdBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
  })
  .meta({ id: 'AttachmentAddress' })
export type AttachmentAddress = z.infer<typeof AttachmentAddress>
