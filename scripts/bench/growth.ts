import { fill, type Filled } from './growth-fill.ts'
import { postgresStore, sqliteStore, type Store } from './growth-stores.ts'
import { tableOf } from './growth-table.ts'

/* Cost of calls against the number of stored results: one server per database size, interleaved in one run. */

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const ENGINES = { sqlite: sqliteStore, postgres: postgresStore }

/** One table per engine. `GROWTH=10000,100000` sets the sizes, `GROWTH_ON=sqlite` the engines. */
export async function benchGrowth(): Promise<string[]> {
  const { GROWTH = SIZES.join(), GROWTH_ON = Object.keys(ENGINES).join() } = process.env
  const stores: Store[] = []
  try {
    for (const engine of GROWTH_ON.split(',')) stores.push(await ENGINES[engine as keyof typeof ENGINES]())
    const filled: Filled[][] = []
    for (const store of stores) filled.push(await fill(store, GROWTH.split(',').map(Number)))
    const tables: string[][] = []
    for (const [index, store] of stores.entries()) tables.push(await tableOf(store.name, filled[index] ?? []))
    return tables.flatMap((table, index) => (index === 0 ? table : ['', ...table]))
  } finally {
    for (const store of stores) await store.remove()
  }
}
