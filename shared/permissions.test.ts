import { expect, test } from 'vitest'
import { can, type Permission, PERMISSIONS } from './permissions.ts'

/*                           owner  qa_tester machine */
const HOLDERS: Record<Permission, [boolean, boolean, boolean]> = {
  'project.read': [true, true, true],
  'project.update': [true, false, false],
  'project.delete': [true, false, false],
  'project.secret': [true, false, false],
  'member.read': [true, true, false],
  'member.manage': [true, false, false],
  'invite.create': [true, false, false],
  'invite.manage': [true, false, false],
  'suite.write': [true, true, true],
  'case.write': [true, true, true],
  'run.start': [true, true, true],
  'run.record': [true, true, true],
  'run.update': [true, true, true],
  'run.complete': [true, true, true],
  'run.delete': [true, true, false],
  'run.discard': [true, true, true],
  'run.share': [true, true, false],
  'audit.read': [true, false, false],
  'retention.manage': [true, false, false],
  'badge.manage': [true, false, false],
  'share.manage': [true, false, false],
  'webhook.manage': [true, false, false],
  'report.upload': [true, true, true],
  'token.manage': [true, false, false],
}

test.each(Object.entries(HOLDERS) as [Permission, boolean[]][])(
  '%s is held by exactly its roles',
  (permission, holds) => {
    expect(['owner', 'qa_tester', 'machine'].map((role) => can(role, permission))).toEqual(holds)
  },
)

test('an unknown or missing role holds no permission', () => {
  for (const permission of Object.keys(PERMISSIONS) as Permission[])
    for (const role of [null, undefined, '', 'admin', 'Owner', 'toString']) expect(can(role, permission)).toBe(false)
})
