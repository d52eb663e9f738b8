import { z } from 'zod'
import { Count, Id, id, idText, string } from '../fields.ts'
import { formatNumber } from '../format.ts'
import { TEXT_MAX } from '../limits.ts'
import { CursorInput } from '../page.ts'
import { parseQuery } from '../query.ts'
import { isLonger } from '../text-problem.ts'
import { fold } from './search-text.ts'
import { NamedCaseType, Priority } from './test-case.ts'
import { CASE_IDS_MAX } from '../limits.ts'

const SEARCH_WORDS_MAX = 20
const VALUES_MAX = 100
export const SUITES_MAX = 1_000

/** The folded words of a search. Quotes keep spaces. Words contained in other words are left out. */
export function searchedWords(text: string): string[] {
  const folded = parseQuery(text, []).flatMap(({ values }) => values.map(fold))
  const words = [...new Set(folded)].filter((word) => word !== '')
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

/** Described inside the optional: the OpenAPI document loses what is said outside. */
const values = <T extends z.ZodType>(label: string, value: T, description: string, example: string, max = VALUES_MAX) =>
  z
    .array(value, { error: `${label} must be a list` })
    .max(max, `${label} may have at most ${max} values`)
    .meta({ description, examples: [[example]] })
    .optional()

export const SEARCH_LIMIT = `Up to ${SEARCH_WORDS_MAX} words and ${formatNumber(TEXT_MAX)} characters`

export const SearchedText = string('q')
  .refine((text) => !isLonger(text, TEXT_MAX), `q must be at most ${formatNumber(TEXT_MAX)} characters long`)
  .refine((text) => !text.includes('\0'), 'q must not contain NUL characters')
  .refine(
    (text) => isLonger(text, TEXT_MAX) || searchedWords(text).length <= SEARCH_WORDS_MAX,
    `q may have at most ${SEARCH_WORDS_MAX} words`,
  )
  .meta({
    description:
      'Only cases in which every word occurs, in the name, ref, description, steps, tags, references or automation ' +
      'key. Capitals do not matter; quotes keep spaces, as in `"gift card"`. ' +
      SEARCH_LIMIT,
    examples: ['refund 404'],
  })

const suites = (label: string, description: string) =>
  values(label, idText(label), description, '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a', SUITES_MAX)

/** Conditions on the fields of a case. All must match; of a list, one value. */
export const caseConditions = {
  testSuiteId: suites('testSuiteId', 'Only cases of these suites'),
  type: values('type', NamedCaseType, 'Only cases of these types', 'manual'),
  priority: values('priority', Priority, 'Only cases of these priorities', 'high'),
  tag: values('tag', string('tag'), 'Only cases with one of these tags. Capitals do not matter', 'smoke'),
  issue: values('issue', string('issue'), 'Only cases with one of these references. Capitals do not matter', 'PAY-123'),
  notTestSuiteId: suites('notTestSuiteId', 'No cases of these suites'),
  notType: values('notType', NamedCaseType, 'No cases of these types', 'auto'),
  notPriority: values('notPriority', Priority, 'No cases of these priorities', 'low'),
  notTag: values('notTag', string('notTag'), 'No cases with one of these tags. Capitals do not matter', 'slow'),
  notIssue: values(
    'notIssue',
    string('notIssue'),
    'No cases with one of these references. Capitals do not matter',
    'PAY-123',
  ),
}

/** The filter of cases in a project. */
export const MatchTestCases = z.object({ id: id('id'), q: SearchedText.optional(), ...caseConditions })
export type MatchTestCases = z.infer<typeof MatchTestCases>
export type CaseFilter = Omit<MatchTestCases, 'id'>
export type CaseConditions = Omit<CaseFilter, 'q'>

export const SearchTestCases = CursorInput.extend(MatchTestCases.shape)
export type SearchTestCases = z.infer<typeof SearchTestCases>

export const CaseMatches = z
  .object({
    ids: z.array(Id).meta({ description: `The first ${CASE_IDS_MAX} matching cases, in order` }),
    isMore: z.boolean().meta({ description: 'Whether more cases match' }),
  })
  .meta({ id: 'CaseMatches' })
export type CaseMatches = z.infer<typeof CaseMatches>

export const TagCount = z.object({ tag: z.string(), count: Count }).meta({ id: 'TagCount' })
export type TagCount = z.infer<typeof TagCount>
