import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { uploadReports } from './uploads.ts'

type Props = Pick<ButtonProps, 'size'> & {
  projectId: string
  /** The run to add the reports to. Without it, a run is started. */
  testRunId?: string
  label: string
}

/** A button that opens the file picker. */
export function ChooseReports({ projectId, testRunId, label, size }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const send = (files: FileList | null) => {
    if (files && files.length > 0) uploadReports(projectId, [...files], testRunId)
    // Otherwise choosing the same file again would not fire a change event.
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
