import { hash } from 'node:crypto'
import { type Context, sendPage } from '../context.ts'
import { answerOnce, answerRead } from './answer-read.ts'
import type { Page } from './paging.ts'
import type { Bytes } from './ready-answer.ts'

type List<T> = {
  /** What is listed. Together with the versions it names one content. */
  name: readonly unknown[]
  /** The page with a text per item that names its content: its id, its version and, if it matters, the role. */
  versions: () => Promise<Page<string>>
  /** The page, and its versions if they were read in the same statement. */
  read: () => Promise<{ page: Page<T>; versions?: Page<string> }>
  /** The JSON of the page and the page without its items, from one snapshot; by default it is made of `read`. */
  readAsJson?: () => Promise<{ page: Page<unknown>; json: Bytes }>
}

/** Answers a list whose items have versions, as `answerRead`. Check permissions before. */
export async function answerList<T>(ctx: Context, { name, versions, read, readAsJson }: List<T>): Promise<T[]> {
  let seen: Page<string> | undefined
  const object = async () => {
    const { page, versions: ofPage } = await read()
    seen = ofPage
    return sendPage(ctx, page)
  }
  if (!ctx.request.takesBytes) return await object()
  const page = await versions()
  const latest = async () => versionOf(seen ?? (await versions()))
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

/** With what the headers say of the page: a 304 repeats the headers of the answer. */
function versionOf({ items, total, next }: Page<string>): string {
  return hash('sha256', JSON.stringify([total, next, items]), 'base64url')
}
