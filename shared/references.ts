import { z } from 'zod'
import { isHttpUrl, optionalHttpUrl, text } from './fields.ts'
import { distinctTags } from './test-cases/tags.ts'

/*
 * Requirements and defects in other systems, of cases and of results: a key such as PAY-123, or an address of the web.
 */

export const REFERENCES_MAX = 20
/** In UTF-16 units. */
export const REFERENCE_UNITS_MAX = 500

export const TOO_MANY_REFERENCES = `At most ${REFERENCES_MAX} references are kept`

const isKeyOrAddress = (reference: string) => isKey(reference) || isHttpUrl(reference)
const isKey = (reference: string) => /^[^\s,]+$/.test(reference) && !reference.includes('://')

const Reference = text('Reference')
  .min(1, 'A reference must not be empty')
  .max(REFERENCE_UNITS_MAX, `A reference must be at most ${REFERENCE_UNITS_MAX} characters long`)
  .refine(isKeyOrAddress, 'A reference is a key without spaces and commas, or an http or https address')
  .meta({ description: 'A key such as `PAY-123`, without spaces and commas, or an http or https address' })

/** References, each once. Of two that differ only in case, the first stays. */
export const distinctReferences = distinctTags

/** A list of references in an input. `distinctReferences` makes it what is stored. */
export const referenceList = (label: string) =>
  z
    .array(Reference, { error: `${label} must be a list` })
    .check(({ value, issues }) => {
      if (distinctReferences(value).length > REFERENCES_MAX)
        issues.push({ code: 'custom', message: TOO_MANY_REFERENCES, input: value })
    })
    .meta({
      description: `Up to ${REFERENCES_MAX} keys or addresses of requirements and defects, as in a tracker of issues`,
    })

/** What a text lists, with commas or spaces between. An address may have commas. */
export function referencesIn(text: string): string[] {
  const parts = text.split(/\s*,?\s+|,(?=https?:)/)
  return parts.flatMap((part) => (isHttpUrl(part) ? [part] : part.split(','))).filter((part) => part !== '')
}

/** The same as the schema says, for texts that are trimmed. */
export const isReference = (text: string) => text.length <= REFERENCE_UNITS_MAX && isKeyOrAddress(text)

/** Stands in the address pattern of a project for the key of a reference. */
const KEY = '{key}'

/** The pattern of the addresses of a tracker, such as `https://tracker.example.com/browse/{key}`. Null and '' mean none. */
export const issueUrlInput = optionalHttpUrl('Issue address')
  .refine((url) => !url || url.includes(KEY), `Issue address must contain ${KEY}`)
  .meta({
    description: `The pattern of the addresses of an issue tracker. \`${KEY}\` stands for the key of a reference`,
    examples: [`https://tracker.example.com/browse/${KEY}`],
  })

/** Where a reference leads; null for a key without a pattern. */
export function addressOf(reference: string, issueUrl: string | null): string | null {
  if (isHttpUrl(reference)) return reference
  return issueUrl && issueUrl.replaceAll(KEY, () => encodeURIComponent(reference))
}
