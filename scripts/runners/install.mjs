import { ensureInstalled } from '../launch.mjs'

/* Installs the runners if they are missing or their lock file has changed. */
ensureInstalled(import.meta.dirname)
