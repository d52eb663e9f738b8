import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Caller } from '../../testing/server.ts'

type Content = { type: string; text?: string; data?: string; mimeType?: string }

/** The protocols that clients of these years speak. */
export const ERAS = { '2025': 'legacy', '2026': 'modern' } as const
export type Era = keyof typeof ERAS

export const optionsOf = (era: Era) => ({ versionNegotiation: { mode: era === '2025' ? 'legacy' : 'auto' } }) as const

/** An agent: MCP's own client. It counts its calls and the bytes it was answered. */
export async function agentOf(url: string, { authorization }: Caller, era: Era = '2026', search = '') {
  const client = new Client({ name: 'agent', version: '1.0.0' }, optionsOf(era))
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${search}`), {
    requestInit: { headers: { authorization } },
  })
  await client.connect(transport)
  return agentWith(client)
}

export function agentWith(client: Client) {
  const spent = { calls: 0, bytes: 0 }
  /** Calls a tool that is not refused. Returns its JSON, and its content. */
  const call = async (name: string, given: object = {}) => {
    const { content, isError } = await raw(name, given)
    if (isError) throw new Error(`${name}: ${content[0]?.text}`)
    const [{ text = '' } = {}] = content
    return { json: JSON.parse(text), content, bytes: Buffer.byteLength(JSON.stringify(content)) }
  }
  const raw = async (name: string, given: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...given } })
    spent.calls += 1
    spent.bytes += Buffer.byteLength(JSON.stringify(result))
    return { content: result.content as Content[], isError: result.isError === true }
  }
  /** The message of a call that is refused. */
  const refusal = async (name: string, given: object = {}) => {
    const { content, isError } = await raw(name, given)
    return isError ? content[0]?.text : `${name} was not refused`
  }
  return { client, spent, call, raw, refusal, close: () => client.close() }
}
