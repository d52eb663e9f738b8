import { spawnSync } from 'node:child_process'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/process.ts'
import { draftIn, removeDeadDrafts } from './draft-files.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => void (folder = temporaryFolder()))
afterEach(() => folder.remove())

const ended = spawnSync(process.execPath, ['-e', '']).pid

/** The name of a draft like ours, with another process id or host. */
const draftOf = (pid: number) => basename(draftIn(folder.path)).replace(`-${process.pid}-`, `-${pid}-`)
const elsewhere = (name: string) => name.replace(/draft-[0-9a-f]{12}/, 'draft-0123456789ab')

function write(name: string, ageHours = 0): void {
  const time = new Date(Date.now() - ageHours * 3_600_000)
  writeFileSync(join(folder.path, name), 'x')
  utimesSync(join(folder.path, name), time, time)
}

test.each([
  ['of an ended process', () => [draftOf(ended)]],
  ['with the logs of SQLite', () => ['', '-wal', '-shm', '-journal'].map((suffix) => draftOf(ended) + suffix)],
  ['of an earlier process with our id', () => [draftOf(process.pid)]],
])('a draft %s is removed', (_, names) => {
  for (const name of names()) write(name)
  removeDeadDrafts(folder.path)
  expect(readdirSync(folder.path)).toEqual([])
})

test.each([
  ['a draft of a running process', () => draftOf(process.ppid)],
  ['a draft of another host', () => elsewhere(draftOf(ended))],
  ['a file of somebody else', () => '.assay-draft-copy'],
  ['a backup', () => 'assay-2026-01-01T00-00-00.000Z.db'],
])('%s is kept', (_, name) => {
  const kept = name()
  write(kept, 23)
  removeDeadDrafts(folder.path)
  expect(readdirSync(folder.path)).toEqual([kept])
})

test('a draft that was not written to for a day is removed, wherever its process ran', () => {
  for (const name of [draftOf(process.ppid), elsewhere(draftOf(ended))]) write(name, 25)
  removeDeadDrafts(folder.path)
  expect(readdirSync(folder.path)).toEqual([])
})

test('a folder that does not exist has no drafts', () => {
  expect(() => removeDeadDrafts(join(folder.path, 'none'))).not.toThrow()
})
