import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actNames, entryOf, KEY_GROUPS } from './key-map.ts'
import { keyNames } from './key-names.ts'

const PAGE = readFileSync(new URL('../../../docs/keyboard.md', import.meta.url), 'utf8')

it.each(KEY_GROUPS)('docs/keyboard.md lists the keys of the group %s as the map has them', (group) => {
  const acts = actNames().filter((act) => entryOf(act).group === group)
  const keysOf = (act: (typeof acts)[number]) => keyNames(act).map((name) => `\`${name}\``)
  const texts = acts.map((act) => `${keysOf(act).join(' ')} ${entryOf(act).title}`)
  expect(PAGE).toContain(`| ${group} | ${texts.join(' · ')} |`)
})
