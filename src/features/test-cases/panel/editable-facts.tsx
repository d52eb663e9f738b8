import { Badge, Group } from '@mantine/core'
import type { Priority, TestCase } from '#shared/test-cases/test-case.ts'
import { ReferenceList } from '#src/ui/reference-list.tsx'
import { CaseTagsField } from '../case-tags-field.tsx'
import { useCaseList } from '../list/case-list.tsx'
import { PriorityField } from '../priority-field.tsx'
import { InPlaceReferences } from '../references-field.tsx'
import { useState } from 'react'
import { useTestCases } from '../use-test-cases.ts'

type Props = { testCase: TestCase; canWrite: boolean }

/** The facts that are set in place: also of automated cases, whose content stays with automation. */
export function EditableFacts({ testCase, canWrite }: Props) {
  const { project } = useCaseList()
  const { shown, change } = useChangeInPlace(testCase)
  const { priority, tags, references } = shown
  return (
    <>
      <dt>Priority</dt>
      <dd>
        {canWrite ? (
          <PriorityField
            aria-label="Priority"
            value={priority}
            onChange={(event) => change({ priority: event.currentTarget.value as Priority })}
          />
        ) : (
          priority
        )}
      </dd>
      <dt>Tags</dt>
      <dd>
        {canWrite ? (
          <CaseTagsField
            projectId={project.id}
            aria-label="Tags"
            value={tags}
            onChange={(next) => change({ tags: next })}
          />
        ) : (
          <Group component="span" gap={4} align="stretch">
            {tags.length === 0 ? 'none' : tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}
          </Group>
        )}
      </dd>
      {(canWrite || references.length > 0) && (
        <>
          <dt>References</dt>
          <dd>
            {canWrite && (
              <InPlaceReferences
                aria-label="References"
                value={references}
                onChange={(next) => change({ references: next })}
              />
            )}
            <ReferenceList references={references} issueUrl={project.issueUrl} />
          </dd>
        </>
      )}
    </>
  )
}

type Facts = Partial<Pick<TestCase, 'priority' | 'tags' | 'references'>>

/** Facts that are shown before the case that was read has them: until it has this revision. */
type Pending = { facts: Facts; until: number }

const NONE: Pending = { facts: {}, until: 0 }

/**
 * Saves facts as they are set. The new ones are shown at once, and taken back if they are refused. They stay until the
 * case is read anew: with the former ones in between, the next key would change those.
 */
function useChangeInPlace(testCase: TestCase) {
  const { project } = useCaseList()
  const { change: save } = useTestCases(project.id)
  const [pending, setPending] = useState(NONE)
  const facts = testCase.revision < pending.until ? pending.facts : NONE.facts
  const change = async (changed: Facts) => {
    const sent: Pending = { facts: { ...facts, ...changed }, until: Infinity }
    setPending(sent)
    const saved = await save({ id: testCase.id, ...changed }).catch(() => null)
    const until = saved?.revision ?? 0
    setPending((latest) => (latest === sent ? { ...sent, until } : latest))
  }
  return { shown: { ...testCase, ...facts }, change: (changed: Facts) => void change(changed) }
}
