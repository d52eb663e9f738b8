import TurndownService from 'turndown'
import { expect, test } from 'vitest'
import { StrangeValues } from '../../testing/strange-values.ts'
import { CONVERSION, toMarkdown } from './markup.ts'

const own = new TurndownService(CONVERSION)
const random = new StrangeValues(24)

const TAGS =
  'p br div span b strong i em u a ul ol li table tbody thead tr td th img h1 h2 h6 pre code hr blockquote'.split(' ')
const ATTRIBUTES = ['', '', '', ' href="u v"', ' href=x title="a &quot;b"', ' src="i_1.png" alt="a_b"', ' start="3"']
const TEXTS = [
  ['a', ' ', '\n', ' b ', '1. ', '- x', '*s*', '_u_', '&nbsp;', '&amp;', '&lt;p&gt;', '&#9731;', '`c`', '[l]', '\t'],
  ['# h', '> q', '<!-- c -->', '\\', '< ', '&', '  two  ', '\r\n', '+ y', '===', '~~~', '12. z', 'ü', '<?x?>'],
].flat()

/** Tags of editors, some of them closed wrongly or not at all. */
function html(): string {
  const open: string[] = []
  return Array.from({ length: random.below(25) }, () => {
    const kind = random.below(5)
    if (kind > 2) return random.pick(TEXTS)
    if (kind === 2) return `</${random.below(3) === 0 ? random.pick(TAGS) : (open.pop() ?? 'p')}>`
    const tag = random.pick(TAGS)
    open.push(tag)
    return `<${random.below(9) === 0 ? tag.toUpperCase() : tag}${random.pick(ATTRIBUTES)}>`
  }).join('')
}

test('HTML becomes the Markdown that Turndown makes of it with its own DOM', () => {
  for (let count = 0; count < 1_000; count += 1) {
    const text = `<p>${html()}`
    expect([text, toMarkdown(text)]).toEqual([text, own.turndown(text).trim()])
  }
})

test.each([
  ['a long text', `<p>${'a'.repeat(40_000)}</p>`],
  ['one that is nested too deeply', '<table><tr><td>'.repeat(2_600)],
  ['a document of frames', '<p><frameset><frame src="a"></frameset>'],
  ['one of unclosed tags', '<b'.repeat(19_000)],
])('HTML becomes Markdown, but not %s', (_, text) => {
  expect(toMarkdown('<p>Add <b>two</b> items</p>')).toBe('Add **two** items')
  expect(toMarkdown(text)).toBe(text)
})
