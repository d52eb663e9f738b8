import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { uploadReports } from './uploads.ts'

type Props = Pick<ButtonProps, 'size'> & {
  projectId: string
  /** The run that the reports go into; a new one when it is left out. */
  testRunId?: string
  label: string
}

/** Opens the computer's own window for files. */
export function ChooseReports({ projectId, testRunId, label, size }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const send = (files: FileList | null) => {
    if (files && files.length > 0) uploadReports(projectId, [...files], testRunId)
    // The same file may be chosen once more.
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        {...afterRemovalOf('uploads')}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <VisuallyHidden aria-hidden>
        <input
          ref={input}
          type="file"
          multiple
          tabIndex={-1}
          data-reports={label}
          onChange={(event) => send(event.currentTarget.files)}
        />
      </VisuallyHidden>
    </>
  )
}
