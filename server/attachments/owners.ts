import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { Actor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { attachmentsOfCase, setCaseAttachments } from '../test-cases/case-attachments.repository.ts'
import { findTestCase } from '../test-cases/test-cases.repository.ts'
import { attachmentsOf } from '../test-results/test-results.rows.ts'
import { findTestResult } from '../test-results/test-results.repository.ts'
import { setAttachments } from '../test-results/attachment-lists.repository.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import type { AttachmentRow } from './attachments.repository.ts'

/** The owner of attachments. It is also the scope of a write to them. */
export type Owner = { testResult: string } | { testCase: string }

type FoundOwner = {
  noun: 'test result' | 'test case'
  columns: Pick<AttachmentRow, 'test_result_id' | 'test_case_id' | 'project_id'>
  attachments: AttachmentItem[]
  /** Throws CONFLICT if its attachments can no longer change. */
  refuseEnded(): void
  set(db: Db, items: AttachmentItem[]): Promise<void>
}

export async function findOwner(db: Db, actor: Actor, owner: Owner): Promise<FoundOwner> {
  return 'testResult' in owner ? await ofResult(db, actor, owner.testResult) : await ofCase(db, actor, owner.testCase)
}

export function ownerOf({ test_result_id, test_case_id }: AttachmentRow): Owner {
  return test_result_id === null ? { testCase: test_case_id as string } : { testResult: test_result_id }
}

async function ofResult(db: Db, actor: Actor, resultId: string): Promise<FoundOwner> {
  const result = await findTestResult(db, actor, resultId, 'run.record')
  return {
    noun: 'test result',
    columns: { test_result_id: resultId, test_case_id: null, project_id: null },
    attachments: attachmentsOf(result),
    refuseEnded: () => refuseEndedRun(result.run_status),
    set: (trx, items) => setAttachments(trx, result, items),
  }
}

/** The attachments of a case may change at any time. */
async function ofCase(db: Db, actor: Actor, caseId: string): Promise<FoundOwner> {
  const testCase = await findTestCase(db, actor, caseId, 'case.write')
  return {
    noun: 'test case',
    columns: { test_result_id: null, test_case_id: caseId, project_id: testCase.project_id },
    attachments: attachmentsOfCase(testCase),
    refuseEnded: () => {},
    set: (trx, items) => setCaseAttachments(trx, testCase, items),
  }
}
