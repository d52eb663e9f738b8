import { Given, Then } from '@cucumber/cucumber'

let runs = 0

Given('a cart', () => {})
Given('a crash', () => void (process.env.CRASH && process.kill(process.pid, 'SIGKILL')))
Then('the sum is wrong', () => {
  throw new Error('1 is not 2')
})
Given('a skipped cart', () => 'skipped')
Given('a cart to do', () => 'pending')
Given('a cart that works the second time', () => {
  if ((runs += 1) < 2) throw new Error('Not yet')
})
