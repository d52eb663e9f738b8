import { NOTICE_KINDS, type NoticeKind } from '#shared/notices/notice.ts'
import { seal, unsealWithPrevious } from '../auth/sealed.ts'
import type { Services } from '../context.ts'

/** What a link in a mail turns off, without a sign-in. `of` is a user, or an endpoint of a project. */
export type Unsubscribed = { of: string; kind: NoticeKind | 'digest' | 'endpoint' }

const KINDS = new Set<string>([...NOTICE_KINDS, 'digest', 'endpoint'])

const PURPOSE = 'unsubscribe'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

export function unsubscribeUrl({ config, tokens }: Pick<Services, 'config' | 'tokens'>, what: Unsubscribed): string {
  const token = seal(tokens, PURPOSE, JSON.stringify([what.of, what.kind]))
  return `${config.PUBLIC_URL ?? ''}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`
}

/** Null if the token is not ours. */
export function readUnsubscribe(tokens: Services['tokens'], token: unknown): Unsubscribed | null {
  if (typeof token !== 'string') return null
  const text = unsealWithPrevious(tokens, PURPOSE, token)
  const [of, kind] = text === null ? [] : (JSON.parse(text) as [string, Unsubscribed['kind']])
  return of !== undefined && kind !== undefined && KINDS.has(kind) ? { of, kind } : null
}
