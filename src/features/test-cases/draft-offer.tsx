import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { changedFields, readDraft, writeDraft } from './case-drafts.ts'

type Props<Values extends { name: string }> = {
  form: {
    values: Values
    setValues: (values: Values) => void
    getInputNode: (field: 'name') => HTMLElement | null
  }
  /** Identifies the form: 'new' with the suite's id, or 'edit' with the case's id. */
  draftKey: string
  /** The values with which the form opens. */
  initial: Values
  isOpen: boolean
}

/** Keeps what is typed as a draft, and offers the draft of a form that was closed without saving. */
export function DraftOffer<Values extends { name: string }>({ form, draftKey, initial, isOpen }: Props<Values>) {
  const [offered, setOffered] = useState(() => readDraft<Values>(draftKey))
  const { values } = form
  const isFirst = useRef(true)
  useEffect(() => {
    // The first values are those of a form that is not filled in yet; a closed form is reset.
    if (!isFirst.current && isOpen) writeDraft(draftKey, changedFields(initial, values) ?? offered)
    isFirst.current = false
  }, [values, isOpen, draftKey, initial, offered])

  if (offered === null) return null
  const end = (fill: () => void) => () => {
    fill()
    setOffered(null)
    // The pressed button disappears.
    form.getInputNode('name')?.focus()
  }
  const resume = end(() => form.setValues({ ...initial, ...offered }))
  const discard = end(() => writeDraft(draftKey, changedFields(initial, values)))
  const isEdit = initial.name !== ''
  const name = isEdit || !offered.name ? '' : `: “${offered.name}”`
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
