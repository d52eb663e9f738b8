import type { TestCase } from './test-case.ts'

/*
 * The text that a search of cases compares: the folded texts of a case, one per line, and marks for its type, priority,
 * tags and references. A word matches if the text contains it, folded.
 */

/** Encloses marks. Folded texts have no control characters, so no word can match a mark by accident. */
const MARK = '\u0001'

// oxlint-disable-next-line no-control-regex
const BLANKS = /[\s\u0000-\u001f]+/g
// oxlint-disable-next-line no-control-regex
const IS_ASCII = /^[\u0000-\u007f]*$/

/**
 * Folds a text: equal for texts that differ only in case, composition (é as one character or two) or spaces. Uses
 * Unicode upper case, so that ß equals ss, and Σ, σ and ς are one letter.
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
  // The key of an automated case often contains its name.
  const lines = [fold(ref), key.includes(title) ? '' : title, key, ...texts.map(fold)]
  return [MARK + marks.join(''), ...lines.filter((line) => line !== '')].join('\n')
}

export const typeMark = (type: Searched['type']) => `${MARK}type:${type}${MARK}`
export const priorityMark = (priority: Searched['priority']) => `${MARK}priority:${priority}${MARK}`
export const tagMark = (tag: string) => `${MARK}tag:${fold(tag)}${MARK}`
export const issueMark = (reference: string) => `${MARK}issue:${fold(reference)}${MARK}`
