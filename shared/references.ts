import { z } from 'zod'
import { isHttpUrl, optionalHttpUrl, string } from './fields.ts'
import { NAME_MAX } from './limits.ts'
import { distinctTags } from './test-cases/tags.ts'
import { hasNoNul, isLonger, refusals } from './text-problem.ts'

/* References to requirements and defects in other systems: a key such as PAY-123, or an http(s) address. */

export const REFERENCES_MAX = 20
/** In characters; fields of the page count UTF-16 units. */
export const REFERENCE_UNITS_MAX = 500

export const TOO_MANY_REFERENCES = `At most ${REFERENCES_MAX} references are kept`

const isKeyOrAddress = (reference: string) => isKey(reference) || isHttpUrl(reference)
const isKey = (reference: string) => /^[^\s,]+$/.test(reference) && !reference.includes('://')

const Reference = string('Reference')
  .trim()
  .min(1, 'A reference must not be empty')
  .max(REFERENCE_UNITS_MAX, `A reference must be at most ${REFERENCE_UNITS_MAX} characters long`)
  .refine(hasNoNul, refusals.nul('Reference'))
  .refine(isKeyOrAddress, 'A reference is a key without spaces and commas, or an http or https address')
  .meta({ description: 'A key such as `PAY-123`, without spaces and commas, or an http or https address' })

/** Removes references that differ only in case from an earlier one. */
export const distinctReferences = distinctTags

/** A list of references in an input. It is stored after `distinctReferences`. */
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

/** The references in a text, separated by commas or spaces. An address may contain commas. */
export function referencesIn(text: string): string[] {
  const parts = text.split(/\s*,?\s+|,(?=https?:)/)
  return parts.flatMap((part) => (isHttpUrl(part) ? [part] : part.split(','))).filter((part) => part !== '')
}

/** The rule of the schema, for trimmed text. */
export const isReference = (text: string) => !isLonger(text, REFERENCE_UNITS_MAX) && isKeyOrAddress(text)

/** The placeholder for the key of a reference in a project's address pattern. */
const KEY = '{key}'

/** An address pattern such as `https://tracker.example.com/browse/{key}`. Null and '' mean none. */
export const issueUrlInput = optionalHttpUrl('Issue address')
  .refine((url) => !url || url.includes(KEY), `Issue address must contain ${KEY}`)
  .meta({
    description:
      `The pattern of the addresses of an issue tracker: an http or https address with \`${KEY}\`, which stands for the ` +
      `key of a reference. Up to ${NAME_MAX} characters`,
    examples: [`https://tracker.example.com/browse/${KEY}`],
  })

/** The address of a reference; null for a key without a pattern. */
export function addressOf(reference: string, issueUrl: string | null): string | null {
  if (isHttpUrl(reference)) return reference
  return issueUrl && issueUrl.replaceAll(KEY, () => encodeURIComponent(reference))
}
