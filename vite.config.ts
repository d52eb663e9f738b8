import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliPlugin } from './src/early/brotli-plugin.ts'
import { pagePlugin } from './src/early/page-plugin.ts'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/** Shared too, but loaded only when asked for: differences, forms, tokens, the trash, the audit log, shared runs. */
const LATE = new RegExp(
  [
    /node_modules\/diff\//,
    /\/(diff-lines|value-diff|text-diff|content-diff|step-changes|content-changes)\./,
    /\/(password-pair|second-factor-step|passkeys|passkey-sign-in|other-ways|provider-answer|provider-links|provider-step|project-form-dialog|references-field|words-field|trash\/deletions)\./,
    /(features|shared)\/(api-tokens|audit|shared-run|second-factors)\//,
    /shared\/(auth|notices)\//,
    /src\/ui\/success-alert\./,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Few files: what every visit needs, the schemas, and what several screens share. The rest is one file per screen. */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'schemas', test: /node_modules\/zod\/|shared\/fields/ },
  { name: 'common', test: (id: string) => !LATE.test(id), minShareCount: 2 },
]

export default defineConfig({
  root: 'src',
  // Files find each other from where they are: the page is told the path prefix by the server that sends it.
  base: './',
  plugins: [react(), pagePlugin(), brotliPlugin()],
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
