import { expect, test } from 'vitest'
import { stablePath } from './stable-path.ts'

test.each([
  ['/home/runner/work/shop/shop/src/a.test.ts', 'src/a.test.ts'],
  ['/__w/shop/shop/packages/cart/a.test.ts', 'packages/cart/a.test.ts'],
  ['/opt/actions-runner/_work/shop/shop/odd/a.test.ts', 'odd/a.test.ts'],
  ['D:\\a\\shop\\shop\\odd\\a.test.ts', 'odd/a.test.ts'],
  ['D:\\a\\1\\s\\odd\\a.test.ts', 'odd/a.test.ts'],
  ['/builds/group/sub/shop/packages/cart/src/a.test.ts', 'packages/cart/src/a.test.ts'],
  ['/var/lib/jenkins/workspace/shop_main@2/odd/a.test.ts', 'odd/a.test.ts'],
  ['/home/circleci/project/odd/a.test.ts', 'odd/a.test.ts'],
  ['/workspaces/shop/odd/a.test.ts', 'odd/a.test.ts'],
  ['/github/workspace/odd/a.test.ts', 'odd/a.test.ts'],
  ['/usr/src/app/odd/a.test.ts', 'odd/a.test.ts'],
  ['/app/src/a.test.ts', 'src/a.test.ts'],
  ['/home/ada/src/shop/test/a.test.ts', 'test/a.test.ts'],
  ['/Users/ada/dev/shop/packages/cart/src/a.test.ts', 'packages/cart/src/a.test.ts'],
  ['C:\\Users\\ada\\shop\\src\\a.test.ts', 'src/a.test.ts'],
  ['file:///home/ada/shop/a.test.ts', 'a.test.ts'],
  ['/srv/x/y/a.test.ts', 'a.test.ts'],
  ['src\\a.test.ts', 'src/a.test.ts'],
  ['./odd/a.test.ts', 'odd/a.test.ts'],
])('%s', (given, expected) => {
  expect(stablePath(given)).toBe(expected)
})
