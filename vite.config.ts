import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/** Libraries that change together and are wanted together; all else is split as the screens need it. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'api', test: /node_modules\/(@tanstack\/(react-query|query-core)|@trpc|wouter|regexparam)\// },
  { name: 'floating', test: /node_modules\/@floating-ui\// },
  { name: 'zod', test: /node_modules\/zod\// },
]

export default defineConfig({
  root: 'src',
  // Files find each other from where they are: the page is told the path prefix by the server that sends it.
  base: './',
  plugins: [react()],
  // Nothing is inlined as a data: URL: the content security policy takes fonts and scripts from files only.
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '^/(api|trpc)/': api } },
})
