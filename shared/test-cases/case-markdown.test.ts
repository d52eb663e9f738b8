import { expect, test } from 'vitest'
import { parseCases } from './case-markdown.ts'

const read = (text: string) => [...parseCases(text)].filter((found) => found !== null)

test('headings in code are no cases, a fence that never closes hides nothing, and closing signs belong to no name', () => {
  const found = read(`# Cart ##
text of the suite
## Uses C#
~~~
\`\`\`sh
# install
## twice
### Steps
\`\`\`
1. Run
## Pays ##
- [ ] a list
- type: no property
### Notes
\\# not a heading
1. Add
   => Cart
2. Pay
`)
  expect(found).toEqual([
    {
      line: 3,
      suite: 'Cart',
      fields: {
        name: 'Uses C#',
        description: '~~~\n```sh\n# install\n## twice\n### Steps\n```',
        steps: [{ action: 'Run', expected: '' }],
      },
    },
    {
      line: 11,
      suite: 'Cart',
      fields: {
        name: 'Pays',
        description: '- [ ] a list\n- type: no property\n### Notes\n# not a heading',
        steps: [
          { action: 'Add', expected: 'Cart' },
          { action: 'Pay', expected: '' },
        ],
      },
    },
  ])
})

test('properties stand below the heading of a case, and sections hold what their headings say', () => {
  const [found] = read(`## "two\\nlines"

* ref: C12
- tags: smoke, "a,b"
- references: ["PAY-1"]
- expectedValue: ""
- extras: {"estimate": "5m"}

1. no step

### preconditions
1. Signed in

### Steps

1. Pay
`)
  expect(found).toEqual({
    line: 1,
    suite: '',
    fields: {
      name: 'two\nlines',
      ref: 'C12',
      tags: ['smoke', 'a,b'],
      references: ['PAY-1'],
      expectedValue: '',
      extras: { estimate: '5m' },
      description: '1. no step',
      preconditions: '1. Signed in',
      steps: [{ action: 'Pay', expected: '' }],
    },
  })
})

test('numbered lines of the preconditions are no steps', () => {
  const [found] = read('## Pays\n### Preconditions\n1. Signed in\n')
  expect(found?.fields).toMatchObject({ preconditions: '1. Signed in', steps: [] })
})
