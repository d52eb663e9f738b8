import { Button, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { uploadReports } from './uploads.ts'

type Props = {
  projectId: string
  testRunId?: string
  label: string
  className?: string
}

export function ChooseReports(props: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        className={props.className}
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        {...afterRemovalOf('uploads')}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
      <ReportInput ref={input} {...props} />
    </>
  )
}

type InputProps = Props & { ref: RefObject<HTMLInputElement | null>; onSent?: () => void }

export function ReportInput({ ref, projectId, testRunId, label, onSent }: InputProps) {
  const send = (files: FileList | null) => {
    if (files && files.length > 0) {
      uploadReports(projectId, [...files], testRunId)
      onSent?.()
    }
    // Otherwise choosing the same file again would not fire a change event.
    if (ref.current) ref.current.value = ''
  }
  return (
    <VisuallyHidden aria-hidden>
      <input
        ref={ref}
        type="file"
        multiple
        tabIndex={-1}
        data-reports={label}
        onChange={(event) => send(event.currentTarget.files)}
      />
    </VisuallyHidden>
  )
}
