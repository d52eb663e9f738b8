import { Server, createMcpHandler } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { Request, Response } from 'express'
import { callTool } from './call-tool.ts'
import type { Door } from './door.ts'
import { listedTools } from './tools.ts'

/* Imports the SDK: import this file only when a client calls. */

const INSTRUCTIONS =
  'Assay keeps the test cases, test runs and results of a project. Cases, runs and files are named by refs: C12, R5, ' +
  'A7. To explain a failure: get_run, get_failure, then get_attachment for its pictures. `next` in an answer means ' +
  'that there is more. Nothing can be deleted here.'

/** Answers one request of a client. Nothing is kept between requests, so any server can answer the next one. */
export async function answerMcp(door: Door, body: unknown, req: Request, res: Response): Promise<void> {
  const { log } = door.ctx
  const onerror = (error: Error) => log.debug({ err: error }, 'mcp request refused')
  // Streams of changes would stay open, and nothing is announced in them.
  const handler = createMcpHandler(() => serverFor(door), { maxSubscriptions: 0, onerror })
  await toNodeHandler(handler, { onerror })(req, res as never, body)
}

function serverFor(door: Door): Server {
  const server = new Server(
    { name: 'assay', version: door.ctx.config.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listedTools }))
  server.setRequestHandler('tools/call', async ({ params }) => await callTool(door, params.name, params.arguments))
  return server
}
