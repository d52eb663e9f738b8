import { vi } from 'vitest'

/** Holds the next call of a method. Restore all mocks after the test. */
export function hold<M extends string>(object: Record<M, (...given: any[]) => Promise<any>>, method: M) {
  const reached = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const original = object[method].bind(object)
  vi.spyOn(object as any, method).mockImplementationOnce(async (...given) => {
    reached.resolve()
    await end.promise
    return await original(...given)
  })
  return { reached: reached.promise, end: end.resolve }
}
