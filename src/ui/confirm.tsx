import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { focusAfterRemoval } from './focus-after-removal.ts'
import { holdKeys } from './held-keys.ts'
import { overlaysAreReady } from './overlays-ready.ts'

type Question = {
  title: string
  text: string
  /** The label of the confirming button: 'Delete', 'Remove' … */
  action: string
  /** Whether the button is not red. */
  isHarmless?: boolean
}

/** Asks for confirmation, mostly of destructive acts. Resolves to the choice. */
export async function confirm({ title, text, action, isHarmless = false }: Question): Promise<boolean> {
  const focusNext = focusAfterRemoval(document.activeElement)
  holdKeys()
  await overlaysAreReady
  return await new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text className="breakable">{text}</Text>,
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: isHarmless ? {} : { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => {
        focusNext()
        resolve(true)
      },
      onClose: () => resolve(false),
    })
  })
}

/** Acts once the question is confirmed. */
export function ask(question: Question, act: () => void): void {
  void confirm(question).then((isSure) => isSure && act())
}
