/* Overlays are loaded after the screen; a question asked before they are there waits for them. */

const { promise, resolve } = Promise.withResolvers<void>()

export const overlaysAreReady = promise
export const announceOverlays = resolve
