import { z } from 'zod'

/** The answer of a call that has nothing to show but that it was done. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>
