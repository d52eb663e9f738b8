import type { TestCase } from './test-case.ts'

/*
 * What a search of cases compares: the folded texts of a case, one per line, and marks of its type, priority, tags
 * and references.
 * A word occurs in a case if the text contains the folded word.
 */

/** Stands around marks. Folded texts have no control characters, so no word can contain it. */
const MARK = '\u0001'

// oxlint-disable-next-line no-control-regex
const BLANKS = /[\s\u0000-\u001f]+/g
// oxlint-disable-next-line no-control-regex
const IS_ASCII = /^[\u0000-\u007f]*$/

/**
 * The same for texts that differ only in case, in composition (é as one character or two) or in spaces. By Unicode's
 * upper case, so that ß is ss, and Σ, σ and ς are one letter.
 */
export function fold(text: string): string {
  const lower = IS_ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
  return lower.replaceAll(BLANKS, ' ').trim()
}

export type Searched = Pick<
  TestCase,
  'name' | 'ref' | 'description' | 'automationKey' | 'steps' | 'tags' | 'references' | 'type' | 'priority'
>

export function searchText({ name, ref, description, automationKey, type, priority, ...lists }: Searched): string {
  const { steps, tags, references } = lists
  const facts = [typeMark(type), priorityMark(priority), ...tags.map(tagMark), ...references.map(issueMark)]
  const marks = facts.map((mark) => mark.slice(1))
  const [title, key] = [fold(name), fold(automationKey ?? '')]
  const texts = [description ?? '', ...tags, ...references, ...steps.flatMap((step) => [step.action, step.expected])]
  // The key of an automated case often has its name.
  const lines = [fold(ref), key.includes(title) ? '' : title, key, ...texts.map(fold)]
  return [MARK + marks.join(''), ...lines.filter((line) => line !== '')].join('\n')
}

export const typeMark = (type: Searched['type']) => `${MARK}type:${type}${MARK}`
export const priorityMark = (priority: Searched['priority']) => `${MARK}priority:${priority}${MARK}`
export const tagMark = (tag: string) => `${MARK}tag:${fold(tag)}${MARK}`
export const issueMark = (reference: string) => `${MARK}issue:${fold(reference)}${MARK}`
