import { namesDefects } from './test-defects.ts'

/** What the YAML block under a test point says. `defects` are texts that list them. */
export type TapDiagnostics = {
  message: string | null
  trace: string | null
  durationMs: number | null
  defects: string[]
}

const MEMBER = /^([A-Za-z_][\w -]*):(?: (.*))?$/
const BLOCK = /^[|>][+-]?\d?$/

/**
 * Reads the subset of YAML that TAP writers use: one level of members with plain, quoted or block scalars. Nested
 * content is kept as text. `lines` come without the indent of the block.
 */
export function readDiagnostics(lines: string[]): TapDiagnostics {
  const members = membersOf(lines)
  const text = (name: string) => scalarOf(members.get(name) ?? [])
  const inner = membersOf(dedent(members.get('error')?.slice(1) ?? []))
  const message = text('message') || scalarOf(inner.get('message') ?? []) || text('error') || null
  const rest = untaken(lines).join('\n').trim()
  const defects = [...members].flatMap(([name, listed]) => (namesDefects(name) ? listed.map(itemOf) : []))
  return { message, trace: text('stack') || rest || null, durationMs: numberOf(text('duration_ms')), defects }
}

/** The lines that a trace shows: without defects, the duration and the kind of point. */
function untaken(lines: string[]): string[] {
  let isOfDefects = false
  return lines.filter((line) => {
    const name = MEMBER.exec(line)?.[1]
    if (name !== undefined) isOfDefects = namesDefects(name)
    else if (/^[^\s-]/.test(line)) isOfDefects = false
    return !isOfDefects && !/^(duration_ms|type):/.test(line)
  })
}

/** An item of a list on a line of its own, or a list in brackets, without the signs of YAML. */
const itemOf = (line: string) => line.replaceAll(/^\s*(?:- |~$|null$)|[[\]'"]/g, '')

/** The lines of each member; the first is the text after the colon. */
function membersOf(lines: string[]): Map<string, string[]> {
  const members = new Map<string, string[]>()
  let current: string[] = []
  for (const line of lines) {
    const [, name, value = ''] = MEMBER.exec(line) ?? []
    if (name === undefined) current.push(line)
    else members.set(name, (current = [value]))
  }
  return members
}

function scalarOf([first = '', ...more]: string[]): string {
  const head = first.trim()
  if (BLOCK.test(head)) return dedent(more).join('\n').trim()
  const whole = [head, ...more.map((line) => line.trim())].join('\n').trim()
  if (/^'[^]*'$/.test(whole)) return whole.slice(1, -1).replaceAll("''", "'")
  if (/^"[^]*"$/.test(whole)) return unquoted(whole)
  return /^(~|null)$/.test(whole) ? '' : whole
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text.replaceAll('\n', ' ')))
  } catch {
    return text.slice(1, -1)
  }
}

function dedent(lines: string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const least = indents.reduce((min, indent) => Math.min(min, indent), Number.POSITIVE_INFINITY)
  return lines.map((line) => line.slice(Math.min(least, line.length)))
}

function numberOf(text: string): number | null {
  return /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : null
}
