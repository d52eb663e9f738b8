import { expect, test } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'

const RUN = 'window.hacked=1'

/** Addresses that must never become a link or a picture. */
const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `\u00a0javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#x0A;script:${RUN}`,
  `java&Tab;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `&#x6A&#x61&#x76&#x61script:${RUN}`,
  `javascript&colon;${RUN}`,
  `%6Aavascript:${RUN}`,
  `javascript%3A${RUN}`,
  `view-source:javascript:${RUN}`,
  `vbscript:msgbox(1)`,
  `data:text/html,<script>${RUN}</script>`,
  `data:image/svg+xml,<svg onload="${RUN}"/>`,
  `data:image/png;base64,iVBORw0KGgo=`,
  `blob:https://evil.example/x`,
  `filesystem:https://evil.example/x`,
  `file:///etc/passwd`,
  `//evil.example/x.png`,
  `\\\\evil.example\\x.png`,
  `/api/projects`,
  `attachment:../../api/projects`,
  `attachment:00000000-0000-7000-8000-000000000000?x=1`,
  `ms-settings:`,
]

const TEXTS = [
  ...ADDRESSES.flatMap((address) => [
    `[press me](${address})`,
    `[press me](<${address}>)`,
    `![look](${address})`,
    `![look](<${address}> "t")`,
    `[press me][r]\n\n[r]: ${address}`,
    `<${address}>`,
    `[![look](${address})](${address})`,
  ]),
  '![look](https://evil.example/x.png)',
  '![look](https://evil.example/x.png "a" onerror=alert(1))',
  '[![look](https://evil.example/x.png)](https://evil.example/page)',
  '[a [b](https://evil.example/inner) c](https://evil.example/outer)',
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object><embed src="javascript:${RUN}">`,
  '<style>body{display:none}</style><link rel=stylesheet href=https://evil.example/x.css>',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example/">',
  `<form action="https://evil.example/"><button>press me</button></form><input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}"><summary>press me</summary></details>`,
  `<a href="javascript:${RUN}">press me</a><a\nhref="javascript:${RUN}">press me</a>`,
  `<div id="root" style="position:fixed;inset:0">cover</div>`,
  `\`\`\`js onclick=${RUN} style="position:fixed" id=root class="x"\ncode\n\`\`\``,
  `# root {#root onclick=${RUN}}`,
  `[press me](https://evil.example/"onmouseover="${RUN})`,
  `[press me](https://evil.example/ 'onmouseover=${RUN}')`,
  `a[^root]\n\n[^root]: <img src=x onerror=${RUN}>`,
  `| a |\n|-|\n| <img src=x onerror=${RUN}> |`,
  `> [!NOTE]\n> <img src=x onerror=${RUN}>`,
  `**<img src=x onerror=${RUN}>** *[press me](javascript:${RUN})*`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `\`<img src=x onerror=${RUN}>\``,
  `www.evil.example javascript:${RUN} mailto:a@evil.example?body=%0d%0abcc:x`,
]

test('No hostile text runs, loads, covers or leads elsewhere than its links say', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  // Each text separately, so that none closes another.
  const parts = Array.from({ length: Math.ceil(TEXTS.length / 100) }, (_, index) =>
    TEXTS.slice(index * 100, index * 100 + 100),
  )
  for (const [index, texts] of parts.entries()) {
    const steps = texts.map((action) => ({ action, expected: '' }))
    await server.testCase(person, suite.id, { name: `Hostile ${index + 1}`, steps })
  }
  await server.run(person, project.id)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url())
  })
  await openAs(person, `/projects/${project.id}?tab=runs`)
  for (const [index, texts] of parts.entries()) {
    await row(page, `1.${index + 1}`)
      .getByRole('button', { name: `Hostile ${index + 1}` })
      .click()
    const panel = page.getByRole('complementary', { name: `Case 1.${index + 1}` })
    await expect(panel.getByRole('group', { name: /^Step \d+$/ })).toHaveCount(texts.length)
    // Plain text until the renderer has loaded.
    await expect(panel.locator('[class*=markdown]')).not.toHaveCount(0)
    const found = await panel.evaluate((root) => {
      const all = [...root.querySelectorAll('[class*=markdown] *')]
      const press = all.filter((element) => !element.closest('a'))
      for (const element of press)
        for (const type of ['mouseover', 'focus', 'toggle']) element.dispatchEvent(new Event(type))
      for (const element of press) (element as HTMLElement).click()
      return {
        tags: [...new Set(all.map(({ localName }) => localName))],
        attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))],
        links: all.filter((element) => element.localName === 'a').map((link) => (link as HTMLAnchorElement).href),
        nested: all.filter((element) => element.localName === 'a' && element.querySelector('a')).length,
        unsafe: all.filter(
          (element) =>
            element.localName === 'a' &&
            (element.getAttribute('rel') !== 'noopener noreferrer' || element.getAttribute('target') !== '_blank'),
        ).length,
      }
    })
    const tags =
      'a blockquote br code del div em footer h5 h6 hr li mark ol p pre span strong sup table tbody td th thead tr ul'
    expect(tags.split(' ')).toEqual(expect.arrayContaining(found.tags))
    expect(['href', 'target', 'rel', 'start', 'role', 'aria-label']).toEqual(expect.arrayContaining(found.attributes))
    expect(found.links.filter((href) => !/^(https?:\/\/|mailto:)/.test(href))).toEqual([])
    expect(found).toMatchObject({ nested: 0, unsafe: 0 })
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.locator('#root').count()).toBe(1)
  expect(new URL(page.url()).pathname).toBe(`/projects/${project.id}`)
  expect(foreign).toEqual([])
})

test('A picture of another server is a link that names it, and opens without a way back', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  await server.testCase(person, suite.id, { name: 'Remote', description: '![](https://pictures.example/x.png)' })
  await server.run(person, project.id)
  const asked: (string | undefined)[] = []
  await context.route('https://pictures.example/**', async (route) => {
    asked.push(route.request().headers()['referer'])
    await route.fulfill({ contentType: 'text/html', body: '<script>document.title = String(window.opener)</script>' })
  })
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await row(page, '1.1').getByRole('button', { name: 'Remote' }).click()
  const link = page.getByRole('link', { name: 'Picture: https://pictures.example/x.png' })
  await expect(link).toBeVisible()
  expect(asked).toEqual([])
  const opened = page.waitForEvent('popup')
  await link.click()
  await expect(await opened).toHaveTitle('null')
  expect(asked).toEqual([undefined])
})
