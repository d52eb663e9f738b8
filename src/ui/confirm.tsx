import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { focusPlaceOf } from './focus-after-removal.ts'
import { overlaysAreReady } from './overlays-ready.ts'

type Question = {
  title: string
  text: string
  /** The word on the red button: 'Delete', 'Remove' … */
  action: string
}

/** Asks before something that cannot be undone; answers whether to go on. */
export async function confirm({ title, text, action }: Question): Promise<boolean> {
  const focusNext = focusPlaceOf(document.activeElement)
  await overlaysAreReady
  return await new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text className="breakable">{text}</Text>,
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => {
        focusNext()
        resolve(true)
      },
      onClose: () => resolve(false),
    })
  })
}
