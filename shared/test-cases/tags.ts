import { z } from 'zod'
import { text } from '../fields.ts'

export const TAGS_MAX = 20
export const TAG_MAX = 50

/** Tags without those that differ only in case from an earlier one: the first spelling stays. */
export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags) if (!seen.has(tagKey(tag))) seen.set(tagKey(tag), tag)
  return [...seen.values()]
}

/** What two spellings of a tag have in common. */
export const tagKey = (tag: string) => tag.toLowerCase()

/** Tags with others at their end. Tags that are there keep their spelling and place. */
export const addTags = (tags: readonly string[], added: readonly string[]) => distinctTags([...tags, ...added])

export function removeTags(tags: readonly string[], removed: readonly string[]): string[] {
  const keys = new Set(removed.map(tagKey))
  return tags.filter((tag) => !keys.has(tagKey(tag)))
}

export const TOO_MANY_TAGS = `A test case may have at most ${TAGS_MAX} tags`

const Tag = text('Tag')
  .min(1, 'A tag must not be empty')
  .refine((tag) => tag.length <= TAG_MAX, `A tag must be at most ${TAG_MAX} characters long`)
  .meta({ description: `1 to ${TAG_MAX} characters without the spaces around it` })

const description =
  `Up to ${TAGS_MAX} words to find cases by, kept as written. Capitals do not matter: of two spellings the first ` +
  'stays'

/** A list of tags in an input, each trimmed. `distinctTags` makes it what is stored. */
export const tagList = (label: string) =>
  z
    .array(Tag, { error: `${label} must be a list` })
    .refine((tags) => distinctTags(tags).length <= TAGS_MAX, TOO_MANY_TAGS)
    .meta({ description })
