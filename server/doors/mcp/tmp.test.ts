import { test } from 'vitest'
import { fit, readOn } from './answer-size.ts'
test('time', () => {
  const t = (c: string, n: number) => c.repeat(n)
  const a = { steps: Array.from({ length: 100 }, () => ({ action: t('a', 2000), expected: t('😀b', 700) })) }
  let s = performance.now()
  let f: any = fit(a, { readsOn: true })
  console.log('fit', performance.now() - s, f.next)
  s = performance.now()
  let n = 0
  let next = f.next
  while (next) {
    const r: any = readOn(a, next)
    n++
    next = r.next
  }
  console.log('readOn', n, (performance.now() - s) / n)
})
