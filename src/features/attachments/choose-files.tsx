import { Box, Button, Group, VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'

export function ChooseFiles({ onFiles, ...button }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files])
    // Otherwise choosing the same file again would not fire a change event.
    if (input.current) input.current.value = ''
  }
  return (
    <Group gap="4px 8px">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        {...button}
        onClick={() => input.current?.click()}
      >
        Attach Files
      </Button>
      <Box component="span" m={0} c="dimmed" fz="xs">
        or paste a screenshot, or drop files here
      </Box>
      <VisuallyHidden aria-hidden>
        <input ref={input} type="file" multiple tabIndex={-1} onChange={(event) => choose(event.currentTarget.files)} />
      </VisuallyHidden>
    </Group>
  )
}
