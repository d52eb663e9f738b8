import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { operationsOf, proceduresOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'
import { openApiDocument } from './document.ts'

/* What a reader of the document is told about parameters and fields. */

const document = openApiDocument('3.1.0', '1.2.3')
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const parametersOf = (operationId: string) =>
  operations.find((operation) => operation.operationId === operationId)?.parameters ?? []

test('a parameter is described as its schema in shared/ says', () => {
  const procedures = proceduresOf(appRouter)
  const lost = operationsOf(appRouter).flatMap(({ id, name }) => {
    const { inputs } = (procedures[name] as any)._def as { inputs: z.ZodObject[] }
    const shape = (inputs[0]?.shape ?? {}) as Record<string, z.ZodType>
    return parametersOf(id).flatMap((parameter) => {
      const said = shape[parameter.name]?.meta()?.description
      return said === undefined || said === parameter.description
        ? []
        : [`${id} ${parameter.name}: ${parameter.description} instead of ${said}`]
    })
  })
  expect(lost).toEqual([])
})

/** They come from the server or an app, which never exceed the limit; the name is described by its rule for accounts. */
const GIVEN = /code$|setupToken|setForgottenPassword token| id$|invites_accept name/i

test('the maximum length of a text is in its description or its schema', () => {
  const procedures = proceduresOf(appRouter)
  const silent = operationsOf(appRouter).flatMap(({ id, name }) => {
    const { inputs } = (procedures[name] as any)._def as { inputs: z.ZodObject[] }
    const body = operations.find(({ operationId }) => operationId === id)?.requestBody?.content['application/json']
    const component = (body?.schema['$ref'] as string | undefined)?.split('/').at(-1) ?? ''
    const { properties = {} } = document.components.schemas[component] ?? {}
    return Object.entries((inputs[0]?.shape ?? {}) as Record<string, z.ZodType>).flatMap(([field, schema]) => {
      const messages = schema.safeParse('x'.repeat(100_001)).error?.issues.map(({ message }) => message) ?? []
      const [, max] = /at most ([\d,]+) characters/.exec(messages.join()) ?? []
      const said = parametersOf(id).find((parameter) => parameter.name === field) ?? (properties as any)[field]
      if (max === undefined || said === undefined || GIVEN.test(`${id} ${field}`)) return []
      return JSON.stringify(said).replaceAll(',', '').includes(max.replaceAll(',', ''))
        ? []
        : [`${id} ${field}: ${max}`]
    })
  })
  expect(silent).toEqual([])
})

test('each id in a path is described as that of its own record', () => {
  const wrong = operations.flatMap(({ operationId }) => {
    const ids = parametersOf(operationId).filter((parameter) => parameter.in === 'path')
    const said = ids.map(({ description }) => description)
    return new Set(said).size < said.length || said.includes('Id of the record')
      ? [`${operationId}: ${said.join()}`]
      : []
  })
  expect(wrong).toEqual([])
  const webhookId = parametersOf('webhooks_update').find(({ name }) => name === 'webhookId')
  expect(webhookId?.description).toBe('Id of the endpoint')
})

describe('a field', () => {
  const fields = Object.entries(document.components.schemas).flatMap(([component, { properties = {} }]) =>
    Object.entries(properties as Record<string, any>).map(([field, schema]) => ({ component, field, schema })),
  )

  test.each([
    ['When the link ends', /^(Invite|InviteLink|PendingInvite|Share|ProjectShare|ShareLink|SharedRun)$/],
    ['Whether the account may sign in', /User$/],
    ['The branch that was tested', /Run/],
    ['Where it was tested', /Run/],
    ['The format of the report', /^Report/],
    ['The run of the result', /^CaseResult$/],
    ['The case, as it was at the start of the run', /Result$/],
    ['The suite, as it was at the start of the run', /^(TestCaseSnapshot|ComparedTestCase)$/],
    ['A code for programs', /^(EntryRefusal|ApiError|ResultConflict|SecondFactorMissing)$/],
  ])('is said to be “%s” only where it is', (said, components) => {
    const found = fields.filter(({ schema }) => schema.description === said)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ component }) => !components.test(component))).toEqual([])
  })

  test('that its description says may be null may be null, or holds entries that may', () => {
    const allowsNull = ({ type, anyOf = [], items }: any): boolean =>
      [type, ...anyOf.map((one: any) => one.type)].flat().includes('null') || (items !== undefined && allowsNull(items))
    const wrong = fields.filter(({ schema }) => /\bnull\b/i.test(schema.description ?? '') && !allowsNull(schema))
    expect(wrong).toEqual([])
  })

  test.each([
    ['of a run that was open for a month', /Run|^TrendPoint/, 'durationMs'],
    ['of more than 2 GB of attachments', /^RetentionWouldDelete/, 'bytes'],
  ])('%s asks for 64 bits, because clients for Java, C# and Go take a plain integer for 32', (_, components, name) => {
    const found = fields.filter(({ component, field }) => components.test(component) && field === name)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ schema }) => (schema.anyOf?.[0] ?? schema).format !== 'int64')).toEqual([])
  })

  test('that counts days or milliseconds, or is a status of HTTP, is a whole number without a senseless bound', () => {
    expect(JSON.stringify(document).includes(String(Number.MIN_SAFE_INTEGER))).toBe(false)
    const { Retention, TrendPoint, WebhookDeliveryAnswer } = document.components.schemas as Record<string, any>
    expect(Retention.properties.keepRunsDays.anyOf[0]).toEqual({ type: 'integer' })
    expect(TrendPoint.properties.durationMs.anyOf[0]).toEqual({ type: 'integer', minimum: 0, format: 'int64' })
    expect(WebhookDeliveryAnswer.properties.status.anyOf[0]).toEqual({ type: 'integer' })
  })
})

test.each([
  ['testCases_create', 'expectedValueType'],
  ['testCases_update', 'expectedValueType'],
  ['testRuns_start', 'assigneeIds'],
  ['testResults_executeManual', 'actualValue'],
  ['testResults_setValue', 'actualValue'],
  ['testResults_recordMany', 'caseName'],
  ['testResults_setMany', 'assigneeId'],
  ['auth_signInSecondFactor', 'recoveryCode'],
  ['auth_confirm', 'passkey'],
  ['erasure_eraseMe', 'passkey'],
  ['webhooks_create', 'token'],
])('%s, which refuses some bodies of optional fields, says which: with or without `%s`', (id, field) => {
  expect(operations.find(({ operationId }) => operationId === id)?.description).toContain(`\`${field}\``)
})

test.each([
  ['testCases_create', /fits the type/],
  ['testCases_updateMany', /manual case without steps/],
  ['testResults_setMany', /named once/],
  ['testReports_upload run', /255 characters/],
  ['testReports_upload shard', /255 characters/],
  ['imports_create name', /255 characters/],
  ['exports_cases safe', /csv only/],
])('%s says what is refused there: %s', (named, said) => {
  const [id = '', parameter] = named.split(' ')
  const operation = operations.find(({ operationId }) => operationId === id)
  const described = parameter ? parametersOf(id).find(({ name }) => name === parameter) : operation
  expect(described?.description).toMatch(said)
})

test.each([
  ['ProjectsCreateRequest', 'issueUrl', /http or https address with `\{key\}`/],
  ['WebhooksCreateRequest', 'url', /http or https address without a user or a password/],
  ['WebhooksCreateRequest', 'events', /Commit statuses are always told of/],
  ['TestRunsStartRequest', 'selection', /at least one/],
  ['TestResultsSetValueRequest', 'steps', /each once/],
])('%s says of %s what is refused or replaced: %s', (component, field, said) => {
  const { properties = {} } = document.components.schemas[component] as { properties?: Record<string, any> }
  expect(properties[field].description).toMatch(said)
})

test('the document describes each group of operations', () => {
  const described = document.tags.map((tag) => (tag as { name: string }).name)
  const used = operations.flatMap((operation) => (operation as unknown as { tags: string[] }).tags)
  expect(described.toSorted()).toEqual([...new Set(used)].toSorted())
})
