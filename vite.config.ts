import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { brotliPlugin } from './src/early/brotli-plugin.ts'
import { pagePlugin } from './src/early/page-plugin.ts'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/** Shared, but loaded only when asked for: differences, tokens, the trash, the audit log, shared runs, accounts. */
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

/** What the first screens of signed-in users load, relative to src/. */
const FIRST = [
  'features/layout/layout.tsx',
  'features/projects/project-list-page.tsx',
  'features/project-page/project-page.tsx',
  'features/test-results/draft-sender.tsx',
  'ui/overlays.tsx',
]

/** The modules of FIRST, those that they import, and so on. */
let first: Set<string> | undefined

function isFirst(id: string, modules: Rolldown.ChunkingContext): boolean {
  if (!first) {
    first = new Set(FIRST.map((file) => join(import.meta.dirname, 'src', file)))
    for (const each of first) for (const imported of modules.getModuleInfo(each)?.importedIds ?? []) first.add(imported)
  }
  return first.has(id)
}

/** Few files: what every visit needs, what screens share, and what dialogs share, with the schemas. */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  {
    name: (id: string, modules: Rolldown.ChunkingContext) => (isFirst(id, modules) ? 'common' : null),
    minShareCount: 2,
  },
  { name: 'later', test: (id: string) => !LATE.test(id), minShareCount: 2 },
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
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // Else a module that a page and its dialogs import counts as not shared, and moves to their file.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
    },
  },
  server: { proxy: { '^/(api|trpc)/': api } },
})
