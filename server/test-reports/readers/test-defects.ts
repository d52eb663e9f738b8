import { distinctReferences, isReference, REFERENCES_MAX, referencesIn } from '#shared/references.ts'
import type { FoundTest } from '../reported-test.ts'
import { cleanName } from './clean-text.ts'
import { NOT_KEPT } from './ignored.ts'
import { listOf, objectOf } from './json-values.ts'
import type { TidySink } from './tidy-sink.ts'

const NAMES = /^(?:defect|issue|bug)s?$/i

/** Whether a property, label, annotation or member of this name lists known defects. */
export const namesDefects = (name: unknown): name is string => typeof name === 'string' && NAMES.test(name)

export function testDefects(sink: TidySink) {
  let defects: string[] = []
  return {
    add,
    /** Takes a text, a number or a list of them. Returns false when the name or the value is of another kind. */
    take(name: unknown, value: unknown): boolean {
      if (!namesDefects(name)) return false
      const texts = [value].flat().filter((one) => typeof one === 'string' || typeof one === 'number')
      for (const text of texts) add(String(text))
      return texts.length > 0
    },
    /** Takes the annotations of Playwright. Returns whether one of them names defects. */
    takeAnnotations(given: unknown): boolean {
      const taken = listOf(given).filter((one) => this.take(objectOf(one)['type'], objectOf(one)['description']))
      return taken.length > 0
    },
    found: (): Pick<FoundTest, 'defects'> => (defects.length > 0 ? { defects } : {}),
  }

  function add(text: string): void {
    const parts = referencesIn(cleanName(text))
    for (const part of parts)
      if (defects.length < REFERENCES_MAX && isReference(part) && (parts.length === 1 || isKeyInProse(part)))
        defects = distinctReferences([...defects, part])
      else sink.ignore('defect', NOT_KEPT.defect)
  }
}

/** Annotations may be sentences, such as "Flaky since PAY-12". */
const isKeyInProse = (word: string) => /\d|:\/\//.test(word)
