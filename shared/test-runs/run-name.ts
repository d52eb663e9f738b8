/** The display name of a run: its description, or the end of its id. */
export function runName({ id, description }: { id: string; description: string | null }): string {
  return description ?? `Run ${id.slice(-8)}`
}
