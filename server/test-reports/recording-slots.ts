import { FairSlots } from '../limits/fair-slots.ts'

const WAITING_MAX = 20
const TEXT = 'Too many reports are waiting to be recorded. Send it again later'

/** Lets two large reports be recorded at once, which have arrived to their ends. The projects of the others take turns. */
export const recordingSlots = () =>
  new FairSlots({
    slots: 2,
    slotsPerCaller: 2,
    // One project may have all places until another one needs one.
    perCaller: WAITING_MAX + 1,
    perRank: WAITING_MAX,
    tooManyOfOne: TEXT,
    tooManyOfAll: TEXT,
    retryAfterSeconds: 10,
  })
