import { IconChevronRight } from '@tabler/icons-react'
import classes from './chevron.module.css'

/** Points down while what it opens is open. */
export function Chevron({ isOpen, size = 16 }: { isOpen: boolean; size?: number }) {
  return <IconChevronRight size={size} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
}
