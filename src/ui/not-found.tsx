import { IconMapOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { usePageTitle } from './page-title.ts'

type Props = {
  /** The missing thing: 'Page not found'. Also the title of the window. */
  title: string
  hint: string
  /** Whether it stands for the whole page. */
  isPage?: boolean
  children?: ReactNode
}

export function NotFound({ title, hint, isPage = false, children }: Props) {
  usePageTitle(title, { isInner: true })
  return (
    <div data-not-found>
      <EmptyState icon={IconMapOff} title={title} level={isPage ? 1 : 2} hint={hint}>
        {children}
      </EmptyState>
    </div>
  )
}
