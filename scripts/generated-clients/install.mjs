import { ensureInstalled } from '../launch.mjs'

/* Installs the generators, when they are missing or their lock file has changed since. */
ensureInstalled(import.meta.dirname)
