import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'src',
  plugins: [react()],
  // Nothing is inlined as a data: URL: the content security policy takes fonts and scripts from files only.
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  server: { proxy: { '^/(api|trpc)/': api } },
})
