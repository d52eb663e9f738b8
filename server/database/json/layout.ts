import type { SelectType } from 'kysely'
import { z } from 'zod'
import type { Tables, UserTable } from '../tables.ts'
import type { JsonFunction } from './functions.ts'

/*
 * The layout of an entity says which column each field of its answer comes from. The SQL of its JSON derives from it
 * (json-sql.ts).
 */

type Joined = Tables & { assignees: UserTable }

/** A column of a table, such as `users.name`. */
export type Column = { [T in keyof Joined]: `${T}.${keyof Joined[T] & string}` }[keyof Joined]

type Stored<C extends Column> = C extends `${infer T extends keyof Joined}.${infer F}`
  ? F extends keyof Joined[T]
    ? SelectType<Joined[T][F]>
    : never
  : never
type ColumnOf<T> = { [C in Column]: Stored<C> extends T ? C : never }[Column]
export type TextColumn = ColumnOf<string | null>
type NumberColumn = ColumnOf<number | null>

export type Computed = { sql: string }

/** The source of one value: the first column that is not null, else `otherwise`. */
export type Scalar = {
  kind: 'text' | 'token' | 'integer' | 'real' | 'flag'
  columns: readonly [Column | Computed, ...Column[]]
  otherwise?: string
}
type Nested = { kind: 'object'; nullWith: Column | null; fields: Field[] }
/** A list, stored as JSON; null is an empty one. */
export type List = { kind: 'list'; columns: readonly (Column | Computed)[]; make: JsonFunction | null }
export type Field = { name: string; source: Scalar | Nested | List; isNullable: boolean }

declare const answered: unique symbol
/** `T` is the type in the answer. */
type Source<T> = Scalar & { readonly [answered]?: T }
type ListSource<T> = List & { readonly [answered]?: T }
type OrNull<T> = { nullWith: Column; sources: Sources<T> }

type Value = string | number | boolean | null
type SourceOf<T> = [T] extends [Value]
  ? Source<T>
  : [T] extends [readonly unknown[]]
    ? ListSource<T>
    : null extends T
      ? OrNull<NonNullable<T>>
      : Sources<T>

/** One source per field of an answer. A missing or mistyped one does not compile. */
export type Sources<T> = { [F in keyof T]-?: SourceOf<T[F]> }

export type Layout = Field[]

/** The fields of an entity in schema order, which is their order in an answer. */
export function layoutOf<S extends z.ZodObject>(schema: S, sources: Sources<z.infer<S>>): Layout {
  return fieldsIn(schema, sources)
}

export const text = <C extends TextColumn>(column: C): Source<Stored<C>> => ({ kind: 'text', columns: [column] })

/** Text that needs no escaping, because only the server writes it: ids, times, names of enumerations. */
export const token = <C extends TextColumn>(column: C): Source<Stored<C>> => ({ kind: 'token', columns: [column] })

export const firstText = <A extends TextColumn, B extends TextColumn>(
  first: A,
  second: B,
): Source<NonNullable<Stored<A>> | Stored<B>> => ({ kind: 'text', columns: [first, second] })

export const textOr = (column: TextColumn, otherwise: string): Source<string> => ({
  kind: 'text',
  columns: [column],
  otherwise,
})

export const integer = <C extends NumberColumn>(column: C): Source<Stored<C>> => ({
  kind: 'integer',
  columns: [column],
})

export const real = <C extends NumberColumn>(column: C): Source<Stored<C>> => ({ kind: 'real', columns: [column] })

export const flag = (column: ColumnOf<0 | 1>): Source<boolean> => ({ kind: 'flag', columns: [column] })

/** A value that no column holds. `T` is the type of the result of `sql`. */
export const computed = <T extends string | number | null>(kind: 'text' | 'integer', sql: string): Source<T> => ({
  kind,
  columns: [{ sql }],
})

/** A list that JSON.stringify stored, with keys in schema order. */
export const list = <T>(column: TextColumn): ListSource<T[]> => ({ kind: 'list', columns: [column], make: null })

/** A list as JSON that `sql` makes; null is an empty one. */
export const computedList = <T>(sql: string): ListSource<T[]> => ({ kind: 'list', columns: [{ sql }], make: null })

/** A list made of columns; an empty one when the first is null. */
export const listMadeOf = <T>(make: JsonFunction, ...columns: [TextColumn, ...TextColumn[]]): ListSource<T[]> => ({
  kind: 'list',
  columns,
  make,
})

export const orNull = <T>(nullWith: Column, sources: Sources<T>): OrNull<T> => ({ nullWith, sources })

function fieldsIn(schema: z.core.$ZodType, sources: object): Field[] {
  const { shape } = (schema instanceof z.ZodNullable ? schema.unwrap() : schema) as z.ZodObject
  return Object.entries(shape).map(([name, inner]) => {
    const source = sources[name as never] as Scalar | List | OrNull<object> | object
    const isNullable = inner instanceof z.ZodNullable
    if ('kind' in source) return { name, source, isNullable }
    const [nullWith, nested] = 'nullWith' in source ? [source.nullWith, source.sources] : [null, source]
    return { name, source: { kind: 'object', nullWith, fields: fieldsIn(inner, nested) }, isNullable }
  })
}
