import { ACTION_NAMES } from '#shared/audit/actions.ts'
import { AUDIT_ACTORS } from '#shared/audit/audit-event.ts'
import { IMPORT_FORMATS, MAPPED_FIELDS } from '#shared/imports/import.ts'
import { MEMBER_ROLES } from '#shared/members/member.ts'
import { CASE_TYPES, VALUE_TYPES } from '#shared/test-cases/case-enums.ts'
import { REPORT_FORMATS } from '#shared/test-reports/test-report.ts'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { STEP_STATUSES } from '#shared/test-results/result-step.ts'
import { VERDICTS } from '#shared/test-results/test-result.ts'
import { CHANGE_KINDS } from '#shared/test-runs/comparison.ts'
import { RUN_STATUSES } from '#shared/test-runs/test-run.ts'
import { pascalCase, type Schema, schemaRef } from './schema.ts'

const ENUMS = {
  AuditAction: ACTION_NAMES,
  AuditActorKind: AUDIT_ACTORS,
  CaseType: CASE_TYPES,
  ChangeKind: CHANGE_KINDS,
  ImportField: MAPPED_FIELDS,
  ImportFormat: IMPORT_FORMATS,
  MemberRole: MEMBER_ROLES,
  ReportFormat: REPORT_FORMATS,
  ResultStatus: RESULT_STATUSES,
  RunStatus: RUN_STATUSES,
  StepStatus: STEP_STATUSES,
  ValueType: VALUE_TYPES,
  Verdict: VERDICTS,
}

const nameOf = new Map(Object.entries(ENUMS).map(([name, values]) => [values.join(), name]))

/**
 * Replaces inline enumerations by references, in place, and returns the referenced components. Otherwise generated
 * clients declare a separate, incompatible type for every field.
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

/** OpenAPI 3.0 ignores siblings of a $ref, so a nullable field wraps it in `allOf` and keeps its type. */
function referTo(schema: Schema, name: string): void {
  const reference = schemaRef(name)
  delete schema['enum']
  if (Object.keys(schema).some((key) => key !== 'type')) schema['allOf'] = [reference]
  else {
    delete schema['type']
    Object.assign(schema, reference)
  }
}

/**
 * Turns every nested object into a component, in place: `testSuite` of TestCaseSnapshot becomes
 * TestCaseSnapshotTestSuite. Otherwise each client generator invents its own names.
 */
export function nameInlineObjects(schemas: Record<string, Schema>): void {
  const queue = Object.entries(schemas)
  for (const [owner, schema] of queue)
    for (const [property, described] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
      const isList = described['type'] === 'array'
      const inline = (isList ? described['items'] : described) as Schema
      if (!inline['properties']) continue
      const name = owner + pascalCase(isList ? property.replace(/s$/, '') : property)
      schemas[name] = { ...inline }
      for (const key of Object.keys(inline)) delete inline[key]
      Object.assign(inline, schemaRef(name))
      queue.push([name, schemas[name]])
    }
}
