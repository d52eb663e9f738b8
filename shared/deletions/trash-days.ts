/** How long a deletion can be undone before it is purged. */
export const TRASH_DAYS = 30
