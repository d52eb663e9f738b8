import { NEWEST_KEPT, type RetentionRules } from '#shared/retention/retention.ts'
import { DAY_MS, timeAgo } from '../times.ts'

/** A run as the rules see it. */
export type AgedRun = {
  id: string
  status: string
  created_at: string
  completed_at: string | null
  is_pinned: number
  branch: string | null
  environment: string | null
  milestone: string | null
  trims_attachments: number
  trims_traces: number
}

/** The ids of runs to delete, and of those that only lose their attachments or traces. */
export type OldRuns = { runs: string[]; attachments: string[]; traces: string[] }

/** Before which end a run, its attachments and its traces are old: ISO 8601, or '' for never. */
export type Ends = { runs: string; attachments: string; traces: string }

export function endsOf({ keepRunsDays, keepAttachmentsDays, keepTracesDays }: RetentionRules, now = Date.now()): Ends {
  const end = (days: number | null) => (days === null ? '' : timeAgo(days * DAY_MS, now))
  return { runs: end(keepRunsDays), attachments: end(keepAttachmentsDays), traces: end(keepTracesDays) }
}

export const endOf = ({ completed_at, created_at }: Pick<AgedRun, 'completed_at' | 'created_at'>) =>
  completed_at ?? created_at

/** Sorts the runs of a project, which it gets newest first. */
export class RunAges {
  readonly old: OldRuns = { runs: [], attachments: [], traces: [] }
  readonly #ends: Ends
  readonly #places = new Set<string>()
  #seen = 0

  constructor(ends: Ends) {
    this.#ends = ends
  }

  add(run: AgedRun): void {
    if (this.#isKept(run)) return
    const end = endOf(run)
    const { runs, attachments, traces } = this.#ends
    if (end < runs) this.old.runs.push(run.id)
    else {
      if (end < attachments && run.trims_attachments === 0) this.old.attachments.push(run.id)
      if (end < traces && run.trims_traces === 0) this.old.traces.push(run.id)
    }
  }

  #isKept({ status, is_pinned, branch, environment, milestone }: AgedRun): boolean {
    this.#seen += 1
    if (status === 'running') return true
    const place = JSON.stringify([branch, environment])
    const isNewest = !this.#places.has(place)
    this.#places.add(place)
    return isNewest || this.#seen <= NEWEST_KEPT || is_pinned === 1 || milestone !== null
  }
}
