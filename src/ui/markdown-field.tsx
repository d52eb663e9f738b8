import { Box, Group, Input, Tabs, Textarea, type TextareaProps } from '@mantine/core'
import { useId, useState } from 'react'
import { Markdown } from './markdown.tsx'
import classes from './markdown-field.module.css'

type Props = Pick<TextareaProps, 'error' | 'onChange' | 'onFocus' | 'onBlur' | 'onPaste' | 'onDrop'> & {
  label: string
  value?: string
  rows?: number
}

/** A text field for Markdown with a preview. The renderer loads with the first preview. */
export function MarkdownField({ label, value = '', error, rows = 3, ...field }: Props) {
  const id = useId()
  const [tab, setTab] = useState('write')
  // A message must be next to the field that it is about.
  const [shownError, setShownError] = useState(error)
  if (error !== shownError) {
    setShownError(error)
    if (error) setTab('write')
  }
  return (
    <Tabs variant="pills" value={tab} onChange={(next) => setTab(next ?? 'write')} keepMounted>
      <Group gap={8} wrap="nowrap" align="flex-end" justify="space-between">
        <Input.Label htmlFor={id}>{label}</Input.Label>
        <Tabs.List className={classes.tabs} aria-label="Write or preview">
          <Tabs.Tab className={`sinks ${classes.tab}`} value="write">
            Write
          </Tabs.Tab>
          <Tabs.Tab className={`sinks ${classes.tab}`} value="preview">
            Preview
          </Tabs.Tab>
        </Tabs.List>
      </Group>
      <Tabs.Panel value="write">
        <Textarea id={id} resize="vertical" rows={rows} placeholder="Optional" value={value} error={error} {...field} />
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={classes.preview}>
        {tab === 'preview' && (value.trim() === '' ? <Nothing /> : <Markdown text={value} />)}
      </Tabs.Panel>
    </Tabs>
  )
}

const Nothing = () => (
  <Box component="span" c="dimmed">
    Nothing to preview
  </Box>
)
