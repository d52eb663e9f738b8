import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '../../server/router.ts'
import { takeEarlyAnswer } from '../early/early-answers.ts'
import { accessToken } from './session.ts'

/** Answers a query with an early answer of the page. If that failed, the query is made as usual. */
export const earlyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const early = op.type === 'query' ? takeEarlyAnswer(op.path, op.input, accessToken()) : undefined
    if (!early) return next(op)
    return observable((observer) => {
      let isDone = false
      let asked: Unsubscribable | undefined
      const answer = (data: unknown) => {
        observer.next({ result: { type: 'data', data } })
        observer.complete()
      }
      void early.then(answer, () => {
        if (!isDone) asked = next(op).subscribe(observer)
      })
      return () => {
        isDone = true
        asked?.unsubscribe()
      }
    })
  }
