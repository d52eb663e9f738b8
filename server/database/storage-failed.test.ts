import { expect, test } from 'vitest'
import { asStorageFailure } from './storage-failed.ts'

test.each([
  ['SQLITE_FULL', 'SERVICE_UNAVAILABLE', 'The disk is full'],
  ['53100', 'SERVICE_UNAVAILABLE', 'The disk is full'],
  ['ENOSPC', 'SERVICE_UNAVAILABLE', 'The disk is full'],
  ['SQLITE_CORRUPT_INDEX', 'SERVICE_UNAVAILABLE', 'The database is damaged'],
  ['SQLITE_NOTADB', 'SERVICE_UNAVAILABLE', 'The database is damaged'],
  ['XX001', 'SERVICE_UNAVAILABLE', 'The database is damaged'],
  ['EMFILE', 'SERVICE_UNAVAILABLE', 'The server has too many files open'],
  ['25006', 'SERVICE_UNAVAILABLE', 'The database is read-only'],
  ['SQLITE_BUSY', 'SERVICE_UNAVAILABLE', 'Another program has locked the database'],
  ['SQLITE_IOERR_WRITE', 'SERVICE_UNAVAILABLE', 'The disk of the database fails'],
  ['58030', 'SERVICE_UNAVAILABLE', 'The disk of the database fails'],
  ['SQLITE_IOERR_FSYNC', 'BAD_GATEWAY', 'The disk failed, and it is not known whether this was done'],
])('the code %s is a storage failure: %s, %j', (code, kind, message) => {
  const cause = Object.assign(new Error('from the driver'), { code })
  expect(asStorageFailure(cause)).toMatchObject({ code: kind, message, cause })
})

test.each([
  ['a violated constraint', Object.assign(new Error('not unique'), { code: 'SQLITE_CONSTRAINT_UNIQUE' })],
  ['a write on the reading connection', Object.assign(new Error('readonly'), { code: 'SQLITE_READONLY' })],
  ['an error without a code', new Error('other')],
  ['no error at all', undefined],
])('%s stays as it is', (_, error) => {
  expect(asStorageFailure(error)).toBe(error)
})
