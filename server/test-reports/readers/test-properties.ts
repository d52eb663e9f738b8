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
    add,
    /** A tag such as `issue:PAY-1` or `@issue=PAY-1`. */
    addTag(tag: string): void {
      const [, name = '', value = ''] = /^@?([^:=]*)[:=](.*)$/s.exec(tag.trim()) ?? []
      add('tag', name, value)
    },
    /** The members of the test. `others` are its keys unless it has keys of its own. */
    found: (others: string[]): Pick<FoundTest, 'keys' | 'defects'> => ({
      keys: keys.length > 0 ? keys : others,
      ...defects.found(),
    }),
  }

  /** Counts it as not kept, under `element`, if it is neither. */
  function add(element: string, name: string, value: string): void {
    if (name === 'test_id') for (const key of splitKeys(value)) keys.push(key)
    else if (!defects.take(name, value)) sink.ignore(element, NOT_KEPT.property)
  }
}
