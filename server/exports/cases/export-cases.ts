import type { ExportCases } from '#shared/exports/export.ts'
import { DomainError } from '#shared/errors.ts'
import { type CaseRecord, RECORD_FIELDS } from '#shared/test-cases/case-record.ts'
import type { ActorContext } from '../../context.ts'
import type { Db } from '../../database/databases.ts'
import { findProject } from '../../projects/projects.repository.ts'
import { caseChunks } from '../../test-cases/case-chunks.repository.ts'
import { listSuiteRowsOf, type TestSuiteRow } from '../../test-suites/test-suites.repository.ts'
import { audited, type ExportedFile, fileName } from '../exports.service.ts'
import { CASE_FORMATS } from './case-formats.ts'

/** All cases of a project, in order. They are read while they are sent. */
export async function exportCases(ctx: ActorContext, { id, format, safe = false }: ExportCases): Promise<ExportedFile> {
  if (safe && format !== 'csv') throw new DomainError('BAD_REQUEST', 'safe is for CSV: only spreadsheets run texts')
  const { db, actor } = ctx
  const project = await findProject(db, actor, id, 'project.read')
  const suites = await listSuiteRowsOf(db, [project.id])
  const { type, extension, write } = CASE_FORMATS[format]
  const event = { action: 'cases.exported', projectId: project.id, target: project.id, after: { format } } as const
  return {
    name: fileName(project.name, 'cases', extension),
    type,
    pieces: audited(ctx, event, write(recordsOf(db, suites), safe)),
    count: suites.reduce((sum, suite) => sum + suite.test_case_count, 0),
  }
}

async function* recordsOf(db: Db, suites: TestSuiteRow[]): AsyncGenerator<CaseRecord[]> {
  for (const { id, name } of suites)
    for await (const cases of caseChunks(db, id))
      yield cases.map((found) => {
        const record = { ...found, suite: name }
        return Object.fromEntries(RECORD_FIELDS.map((field) => [field, record[field]])) as CaseRecord
      })
}
