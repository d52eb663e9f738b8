import { splitKeys } from './case-keys.ts'
import type { FoundTest } from '../reported-test.ts'
import { NOT_KEPT } from './ignored.ts'
import { testDefects } from './test-defects.ts'
import type { TidySink } from './tidy-sink.ts'

/** Collects the keys and the known defects among the properties, traits, labels or tags of one test. */
export function testProperties(sink: TidySink) {
  const defects = testDefects(sink)
  const keys: string[] = []
  return {
    /** Counts it as not kept, under `element`, if it is neither. */
    add(element: string, name: string, value: string): void {
      if (name === 'test_id') keys.push(...splitKeys(value))
      else if (!defects.take(name, value)) sink.ignore(element, NOT_KEPT.property)
    },
    /** The members of the test. `others` are its keys unless it has keys of its own. */
    found: (others: string[]): Pick<FoundTest, 'keys' | 'defects'> => ({
      keys: keys.length > 0 ? keys : others,
      ...defects.found(),
    }),
  }
}
