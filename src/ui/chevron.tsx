import { IconChevronRight } from '@tabler/icons-react'
import classes from './chevron.module.css'

export function Chevron({ isOpen, size = 16 }: { isOpen: boolean; size?: number }) {
  return <IconChevronRight size={size} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
}
