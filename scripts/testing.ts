import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '#server/testing/process.ts'

export type Ended = { code: number | null; out: string; err: string }

export async function runScript(name: string, args: string[], environment: Record<string, string>): Promise<Ended> {
  return await startScript(name, args, environment).ended
}

/** Starts a script of this folder. `ended` resolves when it ends. */
export function startScript(
  name: string,
  args: string[],
  environment: Record<string, string>,
): { child: ChildProcess; ended: Promise<Ended> } {
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url))
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...written })))
  return { child, ended }
}
