/** How long a deletion can be undone. Afterwards it is purged. */
export const TRASH_DAYS = 30
