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

/** A page of an unbounded list. `cursor` is the id of the last entry that was read. */
export const CursorInput = PageInput.extend({
  cursor: z.string({ error: 'cursor must be text' }).min(1, 'cursor must not be empty').optional(),
})
export type CursorInput = z.infer<typeof CursorInput>
