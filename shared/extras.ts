import { z } from 'zod'

/* What other tools know about a case, a run or an attempt and Assay has no field for. */

/** In bytes of UTF-8, as JSON. */
const EXTRAS_MAX = 20_000

export const Extras = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Fields of other tools that have no place here, by name; kept as they came' })
export type Extras = z.infer<typeof Extras>

const unchanged = (given: unknown) => given

/** Replaces all extras. Null and {} mean none. */
export const optionalExtras: z.ZodOptional<z.ZodType<Extras | null>> = z
  .preprocess(
    unchanged,
    z
      .record(z.string(), z.unknown(), { error: 'extras must be an object' })
      .refine((extras) => fitsExtras(JSON.stringify(extras)), `extras must be at most ${EXTRAS_MAX / 1000} kB of JSON`)
      .nullish(),
  )
  .meta({ description: 'Fields of other tools that have no place here, as an object of up to 20 kB of JSON' }) as never

const fitsExtras = (json: string): boolean =>
  json.length * 3 <= EXTRAS_MAX || new TextEncoder().encode(json).length <= EXTRAS_MAX
