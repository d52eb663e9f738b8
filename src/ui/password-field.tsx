import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'

type Props = Omit<TextInputProps, 'type' | 'rightSection'> & { autoComplete: 'current-password' | 'new-password' }

/** A password with a show/hide toggle. The toggle's name has no "password", so that the label finds only the field. */
export function PasswordField(props: Props) {
  const [isShown, setShown] = useState(false)
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      rightSectionWidth={36}
      rightSection={
        <ActionIcon aria-label={isShown ? 'Hide characters' : 'Show characters'} onClick={() => setShown(!isShown)}>
          <Eye size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
