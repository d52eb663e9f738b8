/** The code of a key that an input method takes. */
const TAKEN = 229

/**
 * Whether a key belongs to an input method. Safari ends a composition before the key that confirms or cancels it, so
 * only the code of that key tells.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it in Safari
  event.isComposing || event.keyCode === TAKEN
