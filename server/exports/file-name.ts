const PROJECT_MAX = 80

/** Characters that file systems refuse, and those that reverse the direction of a name. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>:"/\\|?*%]+/gu

export function fileName(projectName: string, ref: string, extension: string): string {
  const fit = Array.from(projectName.toWellFormed().replaceAll(UNFIT, ' ').replaceAll(/\s+/g, ' '))
    .slice(0, PROJECT_MAX)
    .join('')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return `${fit || 'project'}-${ref}.${extension}`
}
