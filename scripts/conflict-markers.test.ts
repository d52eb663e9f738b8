import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { conflictMarkers } from './conflict-markers.ts'

test('the markers of a merge conflict are found in every kind of text file, and a heading is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-markers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  writeFileSync(join(folder, 'heading.md'), 'Heading\n=======\n')
  expect(conflictMarkers(folder)).toEqual([])
  const sides = [`${'<'.repeat(7)} HEAD`, 'ours', '='.repeat(7), 'theirs', `${'>'.repeat(7)} topic`]
  writeFileSync(join(folder, 'README.md'), `# Store\n\n${sides.join('\n')}\n`)
  expect(conflictMarkers(folder)).toEqual([
    'README.md:3 is left of a merge conflict',
    'README.md:7 is left of a merge conflict',
  ])
})
