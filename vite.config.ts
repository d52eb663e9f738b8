import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'src',
  plugins: [react()],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2_000 },
  server: { proxy: { '^/(api|trpc)/': api } },
})
