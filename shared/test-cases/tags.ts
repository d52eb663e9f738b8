import { z } from 'zod'
import { string } from '../fields.ts'
import { hasAtMost, unitsOf } from '../graphemes.ts'
import { hasNoNul, refusals } from '../text-problem.ts'

export const TAGS_MAX = 20
const TAG_MAX = 50

export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags) if (!seen.has(tagKey(tag))) seen.set(tagKey(tag), tag)
  return [...seen.values()]
}

export const tagKey = (tag: string) => tag.toLowerCase()

/** Appends tags. Tags that exist keep their spelling and position. */
export const addTags = (tags: readonly string[], added: readonly string[]) => distinctTags([...tags, ...added])

export function removeTags(tags: readonly string[], removed: readonly string[]): string[] {
  const keys = new Set(removed.map(tagKey))
  return tags.filter((tag) => !keys.has(tagKey(tag)))
}

export const TOO_MANY_TAGS = `A test case may have at most ${TAGS_MAX} tags`

const TOO_LONG_TAG = `A tag must be at most ${TAG_MAX} characters long`

/** In UTF-16 units. */
export const TAG_UNITS_MAX = unitsOf(TAG_MAX)

const Tag = string('Tag')
  .trim()
  .min(1, 'A tag must not be empty')
  .refine((tag) => tag.length <= TAG_UNITS_MAX, TOO_LONG_TAG)
  .refine(hasNoNul, refusals.nul('Tag'))
  .meta({ description: `1 to ${TAG_MAX} characters without the spaces around it` })

const description =
  `Up to ${TAGS_MAX} words to find cases by, kept as written. Capitals do not matter: of two spellings the first ` +
  'stays'

/** A list of tags in an input, each trimmed. It is stored after `distinctTags`. */
export const tagList = (label: string) =>
  z
    .array(Tag, { error: `${label} must be a list` })
    .check(({ value: tags, issues }) => {
      const distinct = distinctTags(tags)
      if (distinct.length > TAGS_MAX) {
        issues.push({ code: 'custom', message: TOO_MANY_TAGS, input: tags })
        return
      }
      // After the check of their number: counting characters is slow.
      for (const tag of distinct)
        if (!hasAtMost(tag, TAG_MAX))
          issues.push({ code: 'custom', message: TOO_LONG_TAG, input: tag, path: [tags.indexOf(tag)] })
    })
    .meta({ description })
