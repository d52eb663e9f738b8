import { hash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import type { Context } from '../context.ts'

/*
 * The tag of an entity covers its own fields as the caller sees them, and not the lists of other entities in it: a new
 * case must not refuse a new name of its project. A read of an entity with lists has a second part after a dot, the
 * version of all that is in it, which If-Match ignores.
 */

const LISTS = new Set(['testSuites', 'testCases', 'results'])

export function tagOf(entity: object): string {
  const own = sorted(entity, (field) => !LISTS.has(field))
  return `"${hash('sha256', JSON.stringify(own), 'base64url').slice(0, 22)}"`
}

/** Throws PRECONDITION_FAILED when If-Match has no tag of the entity. Call it in the transaction that writes. */
export function refuseChanged({ request: { ifMatch } }: Context, entity: object, noun: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tags = tagsIn(ifMatch).flatMap(({ tag, isWeak }) => (isWeak ? [] : [tag]))
  if (!tags.map(headOf).includes(tagOf(entity)))
    throw new DomainError('PRECONDITION_FAILED', `This ${noun} has changed since you read it`)
}

/** A tag without its second part. Tags of earlier versions have none. */
function headOf(tag: string): string {
  return tag.replace(/\.[^"]*/, '')
}

/** Whether If-None-Match has the tag, by weak comparison. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((known) => known.tag === tag)
}

function tagsIn(header: string): { tag: string; isWeak: boolean }[] {
  return Array.from(header.matchAll(/(W\/)?("[^"]*")/g), ([, weak, tag]) => ({
    tag: tag as string,
    isWeak: weak !== undefined,
  }))
}

/** Fields as pairs in the order of their names: the answer of a read and the row of a write list them differently. */
function sorted(value: unknown, isWanted: (field: string) => boolean = () => true): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.keys(value).filter(isWanted).toSorted()
  return fields.map((field) => [field, sorted(value[field as never])])
}
