/** What files are attached to. */
export type AttachmentOwner = { resultId: string; testRunId: string } | { testCaseId: string }

export const ownerIdOf = (owner: AttachmentOwner) => ('resultId' in owner ? owner.resultId : owner.testCaseId)

/** Under /api. */
export const attachPathOf = (owner: AttachmentOwner) =>
  'resultId' in owner
    ? `/test-runs/result/${encodeURIComponent(owner.resultId)}/attachments`
    : `/test-cases/${encodeURIComponent(owner.testCaseId)}/attachments`
