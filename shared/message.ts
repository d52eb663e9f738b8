import { z } from 'zod'

export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>
