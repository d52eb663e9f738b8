import { IconBandage, IconBandageOff } from '@tabler/icons-react'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { type QuarantineProps, useQuarantineAct } from './use-quarantine-act.tsx'

/** Marks a case as known flaky, or removes the mark. Hidden without the permission. */
export function QuarantineAct(props: QuarantineProps) {
  const quarantine = useQuarantineAct(props)
  if (!quarantine) return null
  const { isQuarantined, label, isBusy, act, dialog } = quarantine
  const Icon = isQuarantined ? IconBandageOff : IconBandage
  // One button for both states, so that it keeps the focus.
  return (
    <>
      <BusyButton
        size="compact-sm"
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        isBusy={isBusy}
        onClick={act}
      >
        {label}
      </BusyButton>
      {dialog}
    </>
  )
}
