import type { FocusEvent } from 'react'

/**
 * Whether a blur means that its field was left. A window that loses the focus keeps its active element: the user looks at
 * something else, and comes back to type on.
 */
export const hasLeft = ({ currentTarget }: FocusEvent<HTMLElement>) => document.activeElement !== currentTarget
