/** Why a part of a report is not kept; the words are shown to people. */
export const NOT_KEPT = {
  output: 'Output of tests is not kept',
  attachment: 'Attachments are not kept',
  property: 'Only the property test_id is used',
  step: 'Steps are not kept',
  unknown: 'It is not known here',
  noName: 'It has no name',
} as const
