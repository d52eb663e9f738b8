import { z } from 'zod'
import { optionalInt } from './fields.ts'

export const PAGE_MAX = 1_000
const OFFSET_MAX = 1_000_000_000

/** A page of a list. Without `limit`: all entries from `offset` on. */
export const PageInput = z.object({
  limit: optionalInt('limit', 1, PAGE_MAX),
  offset: optionalInt('offset', 0, OFFSET_MAX),
})
export type PageInput = z.infer<typeof PageInput>

const wrongCursor = 'cursor must be the id of the last entry that was read'

export const Cursor = z
  .string({ error: wrongCursor })
  .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, wrongCursor)
  .optional()

/** A page of an unbounded list, from the entry after `cursor` on. */
export const CursorInput = PageInput.extend({ cursor: Cursor })
export type CursorInput = z.infer<typeof CursorInput>
