import { Text } from '@mantine/core'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { type CaseValues, sentValues } from '../case-values.ts'
import { contentChanges } from './content-changes.ts'
import { ContentDiff } from './content-diff.tsx'

export default function ConflictDiff({ theirs, mine }: { theirs: TestCase; mine: CaseValues }) {
  const changes = contentChanges(theirs, sentValues(mine))
  if (changes.length === 0) return <Text mt={6}>Both say the same.</Text>
  return (
    <>
      <Text c="dimmed" mt={6}>
        From theirs (−) to yours (+)
      </Text>
      <ContentDiff changes={changes} />
    </>
  )
}
