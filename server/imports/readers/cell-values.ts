import type { MappedField } from '#shared/imports/import.ts'
import { parseList } from '#shared/test-cases/list-cell.ts'
import { toMarkdown } from './markup.ts'
import { isAutomated, isPriority, priorityOf } from './priorities.ts'
import type { Origin } from './table-origins.ts'

export type Cell = { text: string; isQuoted: boolean }

type Around = { origin: Origin | null; expectedValueType: string }

/** The value of a field. Undefined for a text that the field cannot have, which is kept aside. */
export function valueOf(field: MappedField, { text, isQuoted }: Cell, { origin, expectedValueType }: Around): unknown {
  if (field === 'tags' || field === 'references') return text === '' ? null : parseList(text)
  if (field === 'type') return typeOf(text, origin)
  if (field === 'priority') return priorityIn(text, origin)
  if (field === 'expectedValue' || field === 'expectedValueType') {
    const isText = expectedValueType.trim().toLowerCase() === 'string'
    return text === '' && !(field === 'expectedValue' && isQuoted && isText) ? null : text
  }
  if (text === '') return null
  const isMarkup = origin !== 'own' && (field === 'description' || field === 'preconditions')
  return isMarkup ? toMarkdown(text) : text
}

/** In our own files, what is wrong is refused. */
function typeOf(text: string, origin: Origin | null): string | undefined {
  if (isAutomated(text)) return 'auto'
  if (/^(manual|is-not-automated|to-be-automated)$/i.test(text.trim())) return 'manual'
  return origin === 'own' && text.trim() !== '' ? text : undefined
}

function priorityIn(text: string, origin: Origin | null): string | null | undefined {
  if (origin === 'own') return text.trim() === '' ? null : text
  const priority = priorityOf(text)
  return priority === null || isPriority(priority) ? priority : undefined
}
