import { describe, expect, it } from 'vitest'
import { quickLines, readQuickCase } from './quick-case.ts'

describe('a case on one line', () => {
  it.each([
    ['A = 1', 'A', 'number', '1'],
    ['Refund = 404', 'Refund', 'number', '404'],
    ['Total = -1.50', 'Total', 'number', '-1.50'],
    ['Is paid', 'Is paid', 'boolean', 'true'],
    ['Is paid = FALSE', 'Is paid', 'boolean', 'false'],
    ['Greets = Thank you', 'Greets', 'string', 'Thank you'],
    ['Greets = a = b', 'Greets', 'string', 'a = b'],
    ['Answers = {"status": "paid"}', 'Answers', 'string', '{"status": "paid"}'],
    ['Code = "404"', 'Code', 'string', '404'],
    ['a=b', 'a=b', 'boolean', 'true'],
    [String.raw`a \= b = 1`, 'a = b', 'number', '1'],
    [String.raw`a \= b`, 'a = b', 'boolean', 'true'],
    ['"a = b" = 1', 'a = b', 'number', '1'],
    ['"a = b"', 'a = b', 'boolean', 'true'],
    [String.raw`"say \"hi\" = x" = yes`, 'say "hi" = x', 'string', 'yes'],
    ['"Quoted" word = 1', '"Quoted" word', 'number', '1'],
    ['  spaces  =  7  ', 'spaces', 'number', '7'],
    ['Infinite = Infinity', 'Infinite', 'string', 'Infinity'],
  ])('a case on one line reads %s', (line, name, expectedValueType, expectedValue) => {
    expect(readQuickCase(line)).toEqual({ name, expectedValueType, expectedValue })
  })

  it.each([
    ['', 'Test case name is required'],
    ['= 1', 'Test case name is required'],
    ['"" = 1', 'Test case name is required'],
    ['A =', 'Expected value is required'],
    ['"A" =', 'Expected value is required'],
    ['A = ""', 'Expected value is required'],
    [`${'x'.repeat(256)} = 1`, 'Test case name must be at most 255 characters long'],
  ])('a case on one line says why %s is none', (line, problem) => {
    expect(readQuickCase(line)).toEqual({ problem })
  })
})

it('pasted lines of any system are cases, empty ones are not', () => {
  expect(quickLines('A = 1\r\n\r\nB\n \nC = x\r')).toEqual(['A = 1', 'B', 'C = x'])
})
