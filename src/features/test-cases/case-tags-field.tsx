import { useState } from 'react'
import { TAG_UNITS_MAX, TAGS_MAX, TOO_MANY_TAGS } from '#shared/test-cases/tags.ts'
import { trpc } from '#src/lib/trpc.ts'
import { WordsField, type WordsFieldProps } from '#src/ui/words-field.tsx'

const FRESH_MS = 60_000

type Props = WordsFieldProps & { projectId: string }

/** Offers the tags of the project, or the given ones. */
export function CaseTagsField({ projectId, known, onFocus, ...field }: Props) {
  const [isEntered, setEntered] = useState(false)
  const { data } = trpc.testCases.tags.useQuery(
    { id: projectId },
    { enabled: isEntered && !known, staleTime: FRESH_MS },
  )
  return (
    <WordsField
      {...field}
      max={TAGS_MAX}
      maxUnits={TAG_UNITS_MAX}
      whenFull={TOO_MANY_TAGS}
      known={known ?? data?.map(({ tag }) => tag)}
      onFocus={(event) => {
        setEntered(true)
        onFocus?.(event)
      }}
    />
  )
}
