import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actNames, entryOf, KEY_GROUPS } from './key-map.ts'
import { keyNames } from './key-names.ts'

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

it.each(KEY_GROUPS)('The README lists the keys of the group %s as the map has them', (group) => {
  const acts = actNames().filter((act) => entryOf(act).group === group)
  const keysOf = (act: (typeof acts)[number]) => keyNames(act).map((name) => `\`${name}\``)
  const texts = acts.map((act) => `${keysOf(act).join(' ')} ${entryOf(act).title}`)
  expect(README).toContain(`| ${group} | ${texts.join(' · ')} |`)
})
