import type { FoundTest } from '../reported-test.ts'
import type { XmlAttributes } from './xml-parser.ts'

/** What the `properties` of a suite show; null without that element. */
export type SuiteProperties = { count: number; goVersion: string } | null

/** gotestsum writes the output of `go version`; other converters write the version without the platform. */
const GOTESTSUM_VERSION = /^go\S+ \w+\/\w+$/
/** Gradle writes these attributes in this order. */
const GRADLE_ATTRIBUTES = /^name tests skipped failures errors timestamp (?:hostname )?time$/

/** How the writer of a suite repeats a test in it. `rootNames` are the names of the outermost elements. */
export function rerunsOf(
  attributes: XmlAttributes,
  properties: SuiteProperties,
  rootNames: (string | undefined)[],
): FoundTest['reruns'] {
  if (rootNames.some((name) => name === 'pytest' || name === 'pytest tests')) return 'teardown'
  if (properties === null) return undefined
  if (GOTESTSUM_VERSION.test(properties.goVersion)) return 'retry'
  const isGradle = properties.count === 0 && GRADLE_ATTRIBUTES.test(Object.keys(attributes).join(' '))
  return isGradle ? 'rounds' : undefined
}

/** Surefire names its schema. */
export function isSurefire(attributes: XmlAttributes): boolean {
  return attributes['xsi:noNamespaceSchemaLocation']?.includes('surefire') === true
}
