import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import MarkdownView from './markdown-view.tsx'

/** The HTML without the element around it. */
const html = (text: string) =>
  renderToStaticMarkup(createElement(MarkdownView, { text })).replace(/^<div[^>]*>|<\/div>$/g, '')

const safely = (address: string) => `<a href="${address}" target="_blank" rel="noopener noreferrer">`

describe('Markdown', () => {
  test.each([
    ['**a** _b_ `c`', '<p><strong>a</strong> <em>b</em> <code>c</code></p>'],
    ['one\ntwo', '<p>one\ntwo</p>'],
    ['# A\n### B', '<h5>A</h5><h6>B</h6>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['- [x] a', '<ul><li><span role="img" aria-label="done">☑</span> a</li></ul>'],
    ['[a](https://a.b)', `<p>${safely('https://a.b')}a</a></p>`],
    ['a@b.c', `<p>${safely('mailto:a@b.c')}a@b.c</a></p>`],
    ['---\na: b\n---', '<pre>---\na: b\n---</pre>'],
    ['```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
  ])('%j is rendered as %j', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<div id="root" style="position:fixed">',
    '<iframe src="/evil">',
    '<!-- <script> -->',
  ])('HTML is shown as written: %s', (text) => {
    expect(html(text)).not.toMatch(/<(?!\/?p>)/)
    expect(html(text)).toContain('&lt;')
  })

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](\u0001javascript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java&Tab;script:alert(1))',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
    '[a](file:///etc/passwd)',
    '[a](//evil.example)',
    '[a](/api/projects)',
    '<javascript:alert(1)>',
    '[a]\n\n[a]: javascript:alert(1)',
    '![a](javascript:alert(1))',
    'a[^b]\n\n[^b]: c',
  ])('a link leads only to http, https or mail: %s', (text) => {
    expect(html(text)).not.toContain('href')
  })

  test('a picture is a link and loads nothing', () => {
    expect(html('![a map](https://evil.example/x.png)')).toBe(
      `<p>${safely('https://evil.example/x.png')}Picture: a map, https://evil.example/x.png</a></p>`,
    )
    expect(html('![](https://evil.example/x.png)')).toContain('>Picture: https://evil.example/x.png</a>')
    expect(html('![x][y]\n\n[y]: https://evil.example/x.png')).not.toMatch(/<(img|link)/)
  })

  test.each([
    [
      '[![a](https://a.b/c.png)](https://d.e)',
      `${safely('https://d.e')}<span>Picture: a, https://a.b/c.png</span></a>`,
    ],
    ['[![a](data:image/png;base64,x)](javascript:x)', '<span><span>Picture: a</span></span>'],
    ['![a](attachment:../../api/projects)', '<span>Picture: a</span>'],
    ['![a](attachment:00000000-0000-7000-8000-000000000000)', '<span>Picture: a</span>'],
    ['![a](blob:https://a.b/c)', '<span>Picture: a</span>'],
    ['![a](//evil.example/x.png)', '<span>Picture: a</span>'],
  ])('a link holds no link, and a picture leads to http and https only: %s', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`)
  })

  test.each([
    '# root',
    '```js onclick=alert(1) style="position:fixed" id=root class="x"\na\n```',
    'a[^root]\n\n[^root]: b',
    '> [!NOTE]\n> a',
    '| a |\n|:-:|\n| b |',
  ])('a text sets no id, class, style or handler: %s', (text) => {
    expect(html(text)).not.toMatch(/ (id|class|style|on\w+)=/)
  })

  test.each([
    '*a ',
    '[',
    '![',
    '[](',
    '`a``',
    '> ',
    '- ',
    '1. ',
    '_a_',
    '~~a',
    '<a ',
    'a@a.',
    '-',
    '\\',
    '```\n',
    '|a|\n|-|\n',
    'Some **bold** and `code` and [link](https://a.b) words.\n',
  ])('10,000 characters of %j are rendered without backtracking for minutes', (part) => {
    const text = part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000)
    expect(html(text)).toMatch(/^</)
  })
})
