import { z, type ZodArray, type ZodObject } from 'zod'
import { slices } from '../limits/give-way.ts'

const AT_ONCE = 50
/** As many as an answer lists. */
const ISSUES_MAX = 100

/**
 * Lets tRPC validate the long list of an input in slices. It finds the same issues in the same order, but stops after as
 * many as an answer lists.
 */
export function compiledInSlices<S extends ZodObject>(schema: S, field: keyof S['shape'] & string): S {
  const list = schema.shape[field] as unknown as ZodArray
  const part = z.array(list.element)
  const ofAnything = z.array(z.any()).check(...((list.def.checks ?? []) as []))
  const validate = async (given: Record<string, unknown>, entries: unknown[]) => {
    const length = ofAnything.safeParse(entries)
    if (!length.success) throw new z.ZodRealError(length.error.issues.map((issue) => ({ ...issue, path: [field] })))
    const start = schema.safeParse({ ...given, [field]: entries.slice(0, AT_ONCE) })
    const issues = [...(start.error?.issues ?? [])]
    const valid: unknown[] = start.success ? [...((start.data as Record<string, unknown[]>)[field] ?? [])] : []
    const step = slices()
    for (let at = AT_ONCE; at < entries.length && issues.length < ISSUES_MAX; at += AT_ONCE) {
      await step()
      const read = part.safeParse(entries.slice(at, at + AT_ONCE))
      if (read.success) for (const entry of read.data) valid.push(entry)
      else for (const issue of read.error.issues) issues.push({ ...issue, path: pathFrom(field, at, issue.path) })
    }
    if (issues.length > 0) throw new z.ZodRealError(issues)
    return { ...start.data, [field]: valid }
  }
  schema.parseAsync = async (given) => {
    const entries = (given as Record<string, unknown> | undefined)?.[field]
    if (!Array.isArray(entries) || entries.length <= AT_ONCE) return schema.parse(given)
    return (await validate(given as Record<string, unknown>, entries)) as never
  }
  return schema
}

const pathFrom = (field: string, offset: number, [at, ...rest]: PropertyKey[]) => [field, offset + Number(at), ...rest]
