import { ensureInstalled } from '../launch.mjs'

/* Installs the callers if they are missing or their lock file changed. */
ensureInstalled(import.meta.dirname)
