/* Which attempts were recorded on this page, whoever the result names: a value that was taken back names nobody. */

const own = new Map<string, number>()

export function noteOwnAttempt(resultId: string, attempts: number): void {
  own.set(resultId, attempts)
}

export const isOwnAttempt = (resultId: string, attempts: number) => own.get(resultId) === attempts
