import type { EventBody } from '#shared/notifications/event.ts'
import { cutText } from '../../outbox/cut-text.ts'
import { isFailed, verdictOf } from '../message.ts'
import { plain } from '../../outbox/plain.ts'

const DESCRIPTION_MAX = 140

/** What stands in an address. Other texts, such as `..`, could lead to another call. */
const COMMIT = /^[\da-f]{7,64}$/i

/** The status of the commit of a run: pending until it ends. Null without a commit. */
export function commitStatus(form: 'github' | 'gitlab', { type, data }: EventBody) {
  const { run, counts = null } = data
  if (!run?.commit || !COMMIT.test(run.commit)) return null
  const isEnded = type === 'run.completed'
  const state = isEnded ? (isFailed(run) ? 'failure' : 'success') : 'pending'
  const description = isEnded ? verdictOf(run, counts) : `${plain(run.ref, 20)} is running`
  const name = run.environment ? `Assay (${plain(run.environment, 50)})` : 'Assay'
  const shared = { target_url: run.url, description: cutText(description, DESCRIPTION_MAX) }
  const body =
    form === 'github' ? { state, context: name, ...shared } : { state: GITLAB_STATES[state], name, ...shared }
  return { path: `/statuses/${run.commit}`, body }
}

const GITLAB_STATES = { pending: 'running', success: 'success', failure: 'failed' } as const
