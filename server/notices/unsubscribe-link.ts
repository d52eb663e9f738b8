import { NOTICE_KINDS, type NoticeKind } from '#shared/notices/notice.ts'
import { seal, unseal } from '../auth/sealed.ts'
import type { Services } from '../context.ts'

/** What a link in a mail turns off, without a sign-in. */
export type Unsubscribed = { userId: string; kind: NoticeKind | 'digest' }

const KINDS = new Set<string>([...NOTICE_KINDS, 'digest'])

const PURPOSE = 'unsubscribe'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

export function unsubscribeUrl({ config, tokens }: Pick<Services, 'config' | 'tokens'>, what: Unsubscribed): string {
  const token = seal(tokens, PURPOSE, JSON.stringify([what.userId, what.kind]))
  return `${config.PUBLIC_URL ?? ''}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`
}

/** Null if the token is not ours. */
export function readUnsubscribe(tokens: Services['tokens'], token: unknown): Unsubscribed | null {
  if (typeof token !== 'string') return null
  const text = unseal(tokens, PURPOSE, token) ?? (tokens.previous && unseal(tokens.previous, PURPOSE, token)) ?? null
  const [userId, kind] = text === null ? [] : (JSON.parse(text) as [string, Unsubscribed['kind']])
  return userId !== undefined && kind !== undefined && KINDS.has(kind) ? { userId, kind } : null
}
