import { expect, test, vi } from 'vitest'
import { Viewers } from './viewers.ts'

const ada = { id: 'a', name: 'Ada' }
const ben = { id: 'b', name: 'Ben' }

test('viewers of peers are added and removed per run, and a repeated message changes nothing', () => {
  const changed: string[] = []
  const viewers = new Viewers((testRunId) => changed.push(testRunId))
  viewers.setRemote('there', 'one', ada, true)
  viewers.setRemote('there', 'two', ben, true)
  expect(changed.splice(0)).toEqual(['one', 'two'])
  viewers.setRemote('there', 'one', { ...ada }, true)
  viewers.setRemote('there', 'one', ben, false)
  expect(changed).toEqual([])
  viewers.setRemote('there', 'one', ada, false)
  expect([changed, viewers.of('one'), viewers.of('two')]).toEqual([['one'], [], [ben]])
})

test('viewers of a peer that is gone are removed, and those of others stay', () => {
  const viewers = new Viewers(() => {})
  viewers.setRemote('there', 'one', ada, true)
  viewers.setRemote('elsewhere', 'one', ben, true)
  viewers.enter('one', { id: 'z', name: 'Zoe' })
  viewers.clearRemote('there')
  expect(viewers.of('one').map(({ name }) => name)).toEqual(['Ben', 'Zoe'])
  viewers.clearRemote()
  expect(viewers.of('one').map(({ name }) => name)).toEqual(['Zoe'])
})

test('a viewer counts once, through several streams and servers, until the last stream ends', () => {
  const viewers = new Viewers(() => {})
  const onLocalChange = vi.spyOn(viewers, 'onLocalChange')
  const leave = [viewers.enter('one', ada), viewers.enter('one', ada)]
  viewers.setRemote('there', 'one', ada, true)
  expect([viewers.of('one'), viewers.local()]).toMatchObject([[ada], [{ testRunId: 'one', viewer: ada }]])
  leave[0]?.()
  expect(onLocalChange.mock.calls).toEqual([['one', ada, true]])
  leave[1]?.()
  expect(onLocalChange.mock.calls.at(-1)).toEqual(['one', ada, false])
  expect([viewers.of('one'), viewers.local()]).toEqual([[ada], []])
})
