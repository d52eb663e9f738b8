import type { TestCase } from '#shared/test-cases/test-case.ts'
import { basePath } from '#src/lib/base-path.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { say } from '#src/lib/toast.ts'
import { useCaseList } from '../list/case-list.tsx'
import { pathOfCase } from '../../projects/case-path.ts'

/** Copies the address of a case. */
export function useCopyLink({ ref }: TestCase): () => void {
  const { project } = useCaseList()
  const copy = async () => {
    const url = `${location.origin}${basePath}${pathOfCase(project.id, ref)}`
    say((await copyText(url)) ? `Link to ${ref} copied` : 'The link could not be copied')
  }
  return () => void copy()
}
