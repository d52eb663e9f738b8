import { hash } from 'node:crypto'
import { type Context, sendPage } from '../context.ts'
import { answerOnce, answerRead } from './answer-read.ts'
import type { Page } from './paging.ts'
import type { Bytes } from './ready-answer.ts'

type List<T> = {
  /** The route, ids and parameters of the list: with the versions, its cache key. */
  name: readonly unknown[]
  /** The page, with the cache key of each item: its id, its version and, if it matters, the role. */
  versions: () => Promise<Page<unknown>>
  read: () => Promise<Page<T>>
  /** The JSON of the page and the page without its items, from one snapshot; by default it is made of `read`. */
  readAsJson?: () => Promise<{ page: Page<unknown>; json: Bytes }>
}

/** Answers a list whose items have versions, as `answerRead`. Check permissions before. */
export async function answerList<T>(ctx: Context, { name, versions, read, readAsJson }: List<T>): Promise<T[]> {
  const object = async () => sendPage(ctx, await read())
  if (!ctx.request.takesBytes) return await object()
  const page = await versions()
  const latest = async () => versionOf(await versions())
  const list = { name, version: versionOf(page), latest, page }
  if (!readAsJson) return await answerRead(ctx, { ...list, object })
  const bytes = async () => (await readAsJson()).json
  const anew = async () => {
    const { page: own, json } = await readAsJson()
    ctx.reply.page = own
    return json
  }
  return await answerRead(ctx, { ...list, bytes, object: () => answerOnce(ctx, { bytes: anew, object }) })
}

type Names = Record<string, string>

type JsonList<T, N extends Names> = Pick<List<T>, 'name' | 'read'> & {
  versions: () => Promise<Page<N>>
  /** The JSON of these items, each with a cache key that was read with its JSON or later. */
  json: (items: N[]) => Promise<(N & { json: string })[]>
}

/** Answers a list whose items come as JSON with their cache keys: the versions are not read again. */
export async function answerJsonList<T, N extends Names>(ctx: Context, list: JsonList<T, N>): Promise<T[]> {
  const object = async () => sendPage(ctx, await list.read())
  if (!ctx.request.takesBytes) return await object()
  const page = await list.versions()
  const version = versionOf(page)
  let isExact = false
  const bytes = async () => {
    const items = await list.json(page.items)
    isExact = haveNames(items, page.items)
    return [Buffer.from(`[${items.map(({ json }) => json).join(',')}]`)]
  }
  const latest = async () => (isExact ? version : undefined)
  return await answerRead(ctx, { name: list.name, version, latest, page, bytes, object })
}

/** With what the headers say of the page: a 304 repeats the headers of the answer. */
function versionOf({ items, total, next }: Page<unknown>): string {
  return hash('sha256', JSON.stringify([total, next, items]), 'base64url')
}

function haveNames(items: Names[], expected: Names[]): boolean {
  const hasNames = (names: Names, index: number) => {
    for (const name in names) if (items[index]?.[name] !== names[name]) return false
    return true
  }
  return items.length === expected.length && expected.every(hasNames)
}
