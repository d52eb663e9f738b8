import { z } from 'zod'
import { Count, id, LongCount, optionalDays, optionalInt } from '../fields.ts'

/** A hundred years: as a preview, it deletes nothing. */
export const DAYS_MAX = 36_500

/** The newest runs of a project are kept, whatever its rules are. */
export const NEWEST_KEPT = 30

const DAYS = {
  keepRunsDays: 'How many days a run is kept after its end',
  keepAttachmentsDays: 'How many days the attachments of results are kept after the end of their run',
  keepTracesDays: 'How many days the traces of results are kept after the end of their run',
}
type RuleName = keyof typeof DAYS

/** Null: for ever. */
export type RetentionRules = Record<RuleName, number | null>

const kept = (name: RuleName) =>
  z
    .int()
    .nullable()
    .meta({ description: `${DAYS[name]}; null for ever` })

export const Retention = z
  .object({
    keepRunsDays: kept('keepRunsDays'),
    keepAttachmentsDays: kept('keepAttachmentsDays'),
    keepTracesDays: kept('keepTracesDays'),
    wouldDelete: z
      .object({
        runs: Count,
        bytes: LongCount.meta({
          description: 'Of attachments and traces, of these runs and of runs that only lose them',
        }),
      })
      .meta({
        description:
          'What would be deleted now by these rules. Runs that are running, pinned or of a milestone stay, and the ' +
          `newest of each branch and environment, and the newest ${NEWEST_KEPT}`,
      }),
  })
  .meta({ id: 'Retention' })
export type Retention = z.infer<typeof Retention>

const previewed = (name: RuleName) =>
  optionalInt(name, 1, DAYS_MAX).meta({ description: `${DAYS[name]}, for a preview. By default the stored rule` })

export const PreviewRetention = z.object({
  id: id('id'),
  keepRunsDays: previewed('keepRunsDays'),
  keepAttachmentsDays: previewed('keepAttachmentsDays'),
  keepTracesDays: previewed('keepTracesDays'),
})
export type PreviewRetention = z.infer<typeof PreviewRetention>

const changed = (name: RuleName) =>
  optionalDays(name, DAYS_MAX).meta({ description: `${DAYS[name]}; null for ever. By default it stays as it is` })

export const ChangeRetention = z.object({
  id: id('id'),
  keepRunsDays: changed('keepRunsDays'),
  keepAttachmentsDays: changed('keepAttachmentsDays'),
  keepTracesDays: changed('keepTracesDays'),
})
export type ChangeRetention = z.infer<typeof ChangeRetention>
