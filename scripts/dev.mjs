import { bin, ensureInstalled, run } from './launch.mjs'

/* Restarts the server when its files change. Vite prints the URL, reloads the page and proxies to the server. */
ensureInstalled()
const port = process.env.PORT ?? '3000'
const codes = await Promise.all([
  run(['--watch', '--watch-preserve-output', 'server/index.ts'], { PORT: port }, 'ignore'),
  run([bin('vite', 'vite')], { API_URL: `http://127.0.0.1:${port}` }),
])
process.exitCode = Math.max(...codes)
