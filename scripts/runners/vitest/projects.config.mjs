import { defineConfig } from 'vitest/config'

const projects = ['unit', 'page'].map((name) => ({ test: { name, include: ['cart.mjs'] } }))

export default defineConfig({
  test: { projects, reporters: [['junit', { classnameTemplate: '{displayName}', outputFile: 'report.xml' }]] },
})
