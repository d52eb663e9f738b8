import { z } from 'zod'

/** The answer of a call that returns no data. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>
