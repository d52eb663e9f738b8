import { ensureInstalled } from '../launch.mjs'

/* Installs the runners if they are missing or their lock file changed. */
ensureInstalled(import.meta.dirname)
