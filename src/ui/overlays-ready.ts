/* Overlays load after the screen. A confirmation requested earlier waits for them. */

const { promise, resolve } = Promise.withResolvers<void>()

export const overlaysAreReady = promise
export const markOverlaysReady = resolve
