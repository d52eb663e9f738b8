import { stringify } from 'csv-stringify/sync'
import type { AuditEvent, AuditFormat } from '#shared/audit/audit-event.ts'
import { actionLabel } from '#shared/audit/actions.ts'
import { guardCell } from '#shared/csv-safety.ts'

export type AuditFile = { name: string; type: string; pieces: AsyncGenerator<string> }

type Chunks = AsyncGenerator<AuditEvent[]>

const FORMATS: Record<AuditFormat, { type: string; pieces: (chunks: Chunks) => AsyncGenerator<string> }> = {
  csv: { type: 'text/csv; charset=utf-8', pieces: csvOf },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', pieces: linesOf },
}

export function auditFile(format: AuditFormat, chunks: Chunks): AuditFile {
  const { type, pieces } = FORMATS[format]
  return { name: `audit-${new Date().toISOString().slice(0, 10)}.${format}`, type, pieces: pieces(chunks) }
}

/** Spreadsheets need this mark to read UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

const COLUMNS: [header: string, cell: (event: AuditEvent) => string | null][] = [
  ['at', ({ at }) => at],
  ['action', ({ action }) => action],
  ['what', ({ action }) => actionLabel(action)],
  ['actorKind', ({ actor }) => actor.kind],
  ['actorId', ({ actor }) => actor.id],
  ['actor', ({ actor }) => actor.name],
  ['credential', ({ actor }) => actor.credential],
  ['projectId', ({ project }) => project?.id ?? null],
  ['project', ({ project }) => project?.name ?? null],
  ['targetKind', ({ target }) => target?.kind ?? null],
  ['targetId', ({ target }) => target?.id ?? null],
  ['target', ({ target }) => target?.name ?? null],
  ['before', ({ before }) => before && JSON.stringify(before)],
  ['after', ({ after }) => after && JSON.stringify(after)],
  ['email', ({ email }) => email],
  ['network', ({ network }) => network],
  ['requestId', ({ requestId }) => requestId],
  ['id', ({ id }) => id],
]

async function* csvOf(chunks: Chunks): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + rows([COLUMNS.map(([header]) => header)])
  for await (const events of chunks) yield rows(events.map((event) => COLUMNS.map(([, cell]) => cell(event))))
}

/** Cells are guarded against formulas. */
function rows(cells: (string | null)[][]): string {
  return stringify(cells, { cast: { string: guardCell }, record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ })
}

async function* linesOf(chunks: Chunks): AsyncGenerator<string> {
  for await (const events of chunks) yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}
