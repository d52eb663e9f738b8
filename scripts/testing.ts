import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Ended = { code: number | null; out: string; err: string }

/** Runs one of the scripts of this folder to its end, as `npm run` does. */
export async function runScript(name: string, args: string[], environment: Record<string, string>): Promise<Ended> {
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url))
  const env = { PATH: process.env['PATH'] ?? '', ...environment }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()))
  ended.code = await new Promise((resolve) => child.once('close', resolve))
  return ended
}
