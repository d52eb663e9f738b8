import { PAGE_MAX } from '#shared/page.ts'

/** A whole list, read in parts: none of them is too large for a proxy, or too slow. */
export async function allPages<T>(read: (part: { limit: number; offset: number }) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const part = await read({ limit: PAGE_MAX, offset: all.length })
    all.push(...part)
    if (part.length < PAGE_MAX) return all
  }
}
