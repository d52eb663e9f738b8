import { MEMBER_ROLES } from '#shared/members/member.ts'
import { CASE_TYPES, VALUE_TYPES } from '#shared/test-cases/test-case.ts'
import { REPORT_FORMATS } from '#shared/test-reports/test-report.ts'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { RUN_STATUSES } from '#shared/test-runs/test-run.ts'
import { type Schema, schemaRef } from './schema.ts'

const ENUMS = {
  CaseType: CASE_TYPES,
  MemberRole: MEMBER_ROLES,
  ReportFormat: REPORT_FORMATS,
  ResultStatus: RESULT_STATUSES,
  RunStatus: RUN_STATUSES,
  ValueType: VALUE_TYPES,
}

const nameOf = new Map(Object.entries(ENUMS).map(([name, values]) => [values.join(), name]))

/**
 * Refers to a shared enumeration by its name wherever it is spelled out, in place, and answers the components that
 * are referred to. Else generated clients have a type of it for every field, and the status of a result cannot be
 * sent as the status of an execution.
 */
export function nameEnums(node: unknown): Record<string, Schema> {
  if (typeof node !== 'object' || node === null) return {}
  const schema = node as Schema
  const values = Array.isArray(schema['enum']) ? schema['enum'] : []
  const name = nameOf.get(values.join())
  if (name === undefined) return Object.assign({}, ...Object.values(schema).map(nameEnums))
  referTo(schema, name)
  return { [name]: { type: 'string', enum: values } }
}

/** In 3.0 nothing may stand beside a reference; there a null one is wrapped, and keeps its type to be nullable. */
function referTo(schema: Schema, name: string): void {
  const reference = schemaRef(name)
  delete schema['enum']
  if (Object.keys(schema).some((key) => key !== 'type')) schema['allOf'] = [reference]
  else {
    delete schema['type']
    Object.assign(schema, reference)
  }
}
