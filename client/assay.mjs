#!/usr/bin/env node
import { spawn } from 'node:child_process'
import module from 'node:module'
import { node, root } from '../scripts/launch.mjs'

/* The command `assay` for Node 20 or later. `cli.ts` is TypeScript: this file starts a Node 24 if needed. */

// Halves the time to start.
module.enableCompileCache?.()
const [major] = process.versions.node.split('.').map(Number)
await (major >= 24 ? import('./cli.ts').catch(explain) : runOnNewerNode())

function runOnNewerNode() {
  const child = spawn(node(), [`${root}/client/cli.ts`, ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      for (const name of signals) process.removeAllListeners(name)
      if (signal) process.kill(process.pid, signal)
      process.exitCode = code ?? 1
      resolve()
    })
  })
}

function explain(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error(`${error.message}\nRun npm ci in ${root} first.`)
  process.exitCode = 2
}
