/* Playwright's global setup: the tests see the app as it is in the sources now. */
export { ensureBuilt as default } from '../../scripts/launch.mjs'
