export type OutboxEntry = {
  /** Differs for each entry: the answer to an earlier one does not concern a later one. */
  entryId: string
  /** `sending`: to be sent now. `waiting`: the server could not be reached; retried. Others are not sent. */
  state: string
}

export const newEntryId = () => `${Date.now()}-${Math.random()}`

export const isUnsent = ({ state }: OutboxEntry): boolean => state === 'sending' || state === 'waiting'
