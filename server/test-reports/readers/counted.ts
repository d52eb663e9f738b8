/** Such as "1 name was" or "2 names were". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one} was` : `${count} ${many} were`
}
