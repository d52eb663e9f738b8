import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Target } from './load.ts'

/* CPU time of single calls: unlike latency, it does not grow with other work on the machine. */

/** Milliseconds of CPU that a server and the PostgreSQL processes of its database have used so far. */
export function cpuMilliseconds(processes: number[]): number {
  return (
    processes.reduce((sum, pid) => sum + threadsOf(pid).reduce((used, id) => used + nanoseconds(pid, id), 0), 0) / 1e6
  )
}

/** The process of a server, and those of its connections to a PostgreSQL database. */
export function processesOf({ child }: Target, url: string): number[] {
  const database = url.startsWith('postgres') ? new URL(url).pathname.slice(1) : undefined
  const pids =
    database === undefined
      ? []
      : readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map(Number)
  return [...pids.filter((pid) => titleOf(pid).startsWith(`postgres: assay ${database} `)), child.pid as number]
}

const titleOf = (pid: number) => read(`/proc/${pid}/cmdline`)
/** None when the process has ended: PostgreSQL ends idle connections. */
const threadsOf = (pid: number) => (existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [])
const nanoseconds = (pid: number, thread: string) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])

/** Empty when the process or thread has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
