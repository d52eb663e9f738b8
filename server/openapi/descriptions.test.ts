import { expect, test } from 'vitest'
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

test('each id in a path is described as that of its own record', () => {
  const wrong = operations.flatMap(({ operationId }) => {
    const ids = parametersOf(operationId).filter((parameter) => parameter.in === 'path')
    const said = ids.map(({ description }) => description)
    return new Set(said).size < said.length || said.includes('Id of the record') ? [`${operationId}: ${said}`] : []
  })
  expect(wrong).toEqual([])
  const webhookId = parametersOf('webhooks_update').find(({ name }) => name === 'webhookId')
  expect(webhookId?.description).toBe('Id of the endpoint')
})
