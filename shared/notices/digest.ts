import { z } from 'zod'

/** How often a person gets a digest by mail. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]
export type DigestPeriod = Exclude<Digest, 'off'>

/** Digests are sent at this hour UTC: each day, or each Monday. */
export const DIGEST_HOUR = 6
const MONDAY = 1

export const SetDigest = z.object({
  digest: z.enum(DIGESTS, { error: `digest must be one of ${DIGESTS.join(', ')}` }).meta({ description: 'How often' }),
})
export type SetDigest = z.infer<typeof SetDigest>

/** When digests were last due. */
export function lastDigestTime(period: DigestPeriod, nowMs: number): Date {
  const time = new Date(nowMs)
  time.setUTCHours(DIGEST_HOUR, 0, 0, 0)
  if (time.getTime() > nowMs) time.setUTCDate(time.getUTCDate() - 1)
  const daysSinceMonday = (time.getUTCDay() - MONDAY + 7) % 7
  if (period === 'weekly') time.setUTCDate(time.getUTCDate() - daysSinceMonday)
  return time
}
