import { Switch, type SwitchProps } from '@mantine/core'

type Props = SwitchProps & { label: string; description: string }

/** Named by its label alone. Mantine puts the description into the label too, and screen readers would say it twice. */
export function DescribedSwitch({ label, ...props }: Props) {
  return <Switch label={label} aria-label={label} {...props} />
}
