import type { Request, Response } from 'express'
import type { ActorContext } from '../../context.ts'
import { DomainError } from '#shared/errors.ts'
import { textProblem } from '#shared/text-problem.ts'
import type { Address } from './address.ts'
import { NUMBER_MAX } from './numbers.repository.ts'

/** The caller, and the project and address of the call. */
export type Door = ActorContext & {
  /** The one project of the credential or of the address; undefined for a person at the common address. */
  onlyProject: string | undefined
  /** The address of the app, without a slash at its end. */
  app: string
}

/** A call that was signed in. `body` is an empty object without one. */
export type Call = Address & { body: unknown; req: Request; res: Response }

/** Answers a call. Undefined: it has sent the answer itself. */
export type Method = (door: Door, call: Call) => Promise<object | undefined>

/** Problems of a call. Callers read only the text. */
export const refusal = (message: string) => new DomainError('BAD_REQUEST', message)

/** Throws for a text that PostgreSQL cannot store, or a longer one. */
export function refuseText(field: string, text: string, max = Infinity): void {
  const problem = textProblem(`Field :${field}`, text, max)
  if (problem !== null) throw refusal(`${problem}.`)
}

/** The number in the address at this place. */
export function idIn({ ids }: Address, at: number, noun: string): number {
  return numberIn(ids[at] ?? '', `${noun}_id`)
}

export function numberIn(text: string, field: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > NUMBER_MAX) throw refusal(`Field :${field} is not a valid ID.`)
  return number
}

/** The numbers of a filter such as `1,2`; undefined without one. */
export function numbersIn({ query }: Address, field: string): number[] | undefined {
  const text = query.get(field)
  if (text === null || text === '') return undefined
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > FILTER_MAX) throw refusal(`Field :${field} may have at most ${FILTER_MAX} values.`)
  return parts.filter(Boolean).map((part) => numberIn(part, field))
}

const FILTER_MAX = 250

/** The time of a filter, Unix seconds, in milliseconds; undefined without one. */
export function timeIn({ query }: Address, field: string): number | undefined {
  const text = query.get(field)
  if (text === null || text === '') return undefined
  if (!/^\d{1,11}(\.\d{1,9})?$/.test(text)) throw refusal(`Field :${field} is not a valid timestamp.`)
  return Math.round(Number(text) * 1_000)
}

export const isSet = ({ query }: Address, field: string) => ['1', 'true'].includes(query.get(field) ?? '')

export const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000)
