import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { CaseValues } from './case-values.ts'
import { type CaseDraft, draftOf, outdatedFields, readDraft, writeDraft } from './case-drafts.ts'

type Props = {
  form: {
    values: CaseValues
    setValues: (values: CaseValues) => void
    getInputNode: (field: 'name') => HTMLElement | null
  }
  /** Identifies the form: 'new' with the suite's id, or 'edit' with the case's id. */
  draftKey: string
  initial: CaseValues
  isOpen: boolean
  /** Called with the draft while it is offered, then with null. */
  onOffer: (draft: CaseDraft<CaseValues> | null) => void
  /** Called with a resumed draft whose fields others changed, and the same draft without these fields. */
  onOutdated: (mine: CaseValues, withTheirs: CaseValues) => void
}

/** Stores edits as a draft, and offers the draft of a form that was closed without saving. */
export function DraftOffer({ form, draftKey, initial, isOpen, onOffer, onOutdated }: Props) {
  const [offered, setOffered] = useState(() => readDraft<CaseValues>(draftKey))
  const [resumed, setResumed] = useState<typeof offered>(null)
  const { values } = form
  useEffect(() => onOffer(offered), [offered, onOffer])
  const isFirst = useRef(true)
  useEffect(() => {
    // The first values are those of an empty form; a closed form is reset.
    if (!isFirst.current && isOpen) writeDraft(draftKey, draftOf(initial, values, resumed?.base) ?? offered)
    isFirst.current = false
  }, [values, isOpen, draftKey, initial, offered, resumed])

  if (offered === null) return null
  const end = (fill: () => void) => () => {
    fill()
    setOffered(null)
    // The pressed button disappears, so the focus needs a new place.
    form.getInputNode('name')?.focus()
  }
  const resume = end(() => {
    const mine = { ...initial, ...offered.values }
    form.setValues(mine)
    setResumed(offered)
    const outdated = outdatedFields(initial, offered)
    const theirs = Object.fromEntries(outdated.map((field) => [field, initial[field as keyof CaseValues]]))
    if (outdated.length > 0) onOutdated(mine, { ...mine, ...theirs })
  })
  const discard = end(() => writeDraft(draftKey, draftOf(initial, values)))
  const isEdit = initial.name !== ''
  const { name: begun } = offered.values
  const name = isEdit || !begun ? '' : `: “${begun}”`
  return (
    <Alert color="blue" icon={<IconPencil aria-hidden />} py="xs" role="status">
      <Text className="breakable" lineClamp={2}>
        {isEdit ? 'You changed this test case without saving.' : `You began a test case without saving it${name}.`}
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" onClick={resume}>
          Continue draft
        </Button>
        <Button size="compact-sm" variant="default" onClick={discard}>
          Discard draft
        </Button>
      </Group>
    </Alert>
  )
}
