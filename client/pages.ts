import { PAGE_MAX } from '#shared/page.ts'

/** Reads a whole list page by page: a single response could be too large or slow for a proxy. */
export async function allPages<T>(read: (part: { limit: number; offset: number }) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const part = await read({ limit: PAGE_MAX, offset: all.length })
    all.push(...part)
    if (part.length < PAGE_MAX) return all
  }
}
