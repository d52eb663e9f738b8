import { trpc } from '#src/lib/trpc.ts'
import { Markdown } from '#src/ui/markdown.tsx'
import { showsPicture } from '#src/ui/text-pictures.ts'
import { AttachmentScope } from './attachment-scope.tsx'
import { ownerOfCase } from './owner.ts'

type Props = { testCaseId: string; text: string }

export function TestedCaseText(props: Props) {
  return showsPicture(props.text) ? <WithPictures {...props} /> : <Markdown text={props.text} />
}

const NONE: never[] = []

function WithPictures({ testCaseId, text }: Props) {
  const { data, isError } = trpc.testCases.get.useQuery({ id: testCaseId })
  // A deleted case has no pictures.
  const items = isError ? NONE : data?.attachments
  return (
    <AttachmentScope owner={ownerOfCase(testCaseId)} items={items} canWrite={false}>
      <Markdown text={text} />
    </AttachmentScope>
  )
}
