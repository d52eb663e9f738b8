/** Instead of a form for the password, to people who have none. */
export const NO_PASSWORD =
  'You have no password here, because you sign in by another account. Its provider keeps that password.'
