import { z } from 'zod'
import { Timestamp } from '../fields.ts'

/**
 * The ways by which results come from other tools: callers of TestRail's and Qase's APIs, report files (JUnit and all
 * other formats), and executions by REST.
 */
export const DOORS = ['testrail', 'qase', 'reports', 'api'] as const
export type Door = (typeof DOORS)[number]

export const Arrival = z
  .object({
    door: z.enum(DOORS).meta({
      description:
        'How it came: by the API of TestRail or Qase, as a report file, or by the calls that record executions',
    }),
    receivedAt: Timestamp.nullable().meta({
      description: 'When something last came this way, to the minute; null if nothing has',
    }),
  })
  .meta({ id: 'Arrival' })
export type Arrival = z.infer<typeof Arrival>
