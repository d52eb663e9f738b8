/** The statuses that a call answers to each actor of the access table. */
export type Statuses = [number, number, number, number, number, number, number, number, number]
