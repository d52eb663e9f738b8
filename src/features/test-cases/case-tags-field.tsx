import { type ComponentProps, useState } from 'react'
import { trpc } from '#src/lib/trpc.ts'
import { TagsField } from '#src/ui/tags-field.tsx'

const FRESH_MS = 60_000

type Props = Omit<ComponentProps<typeof TagsField>, 'known'> & { projectId: string }

/** The tags of a case. Those of its project are offered; they are read when the field is first entered. */
export function CaseTagsField({ projectId, onFocus, ...field }: Props) {
  const [isEntered, setEntered] = useState(false)
  const { data } = trpc.testCases.tags.useQuery({ id: projectId }, { enabled: isEntered, staleTime: FRESH_MS })
  return (
    <TagsField
      {...field}
      known={data?.map(({ tag }) => tag)}
      onFocus={(event) => {
        setEntered(true)
        onFocus?.(event)
      }}
    />
  )
}
