/* Playwright's global setup: builds the app, so that tests see the current sources. */
export { ensureBuilt as default } from '../../scripts/launch.mjs'
