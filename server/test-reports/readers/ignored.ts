import { REFERENCES_MAX } from '#shared/references.ts'

/** Why parts of a report are not kept, as shown to users. */
export const NOT_KEPT = {
  output: 'Output of tests is not kept',
  attachment: 'Only attachments of tests with a path or a body are kept',
  webAddress: 'Attachments at web addresses are not read',
  property: 'Only the properties test_id and defect are used',
  defect: `Only keys and addresses of defects are kept, at most ${REFERENCES_MAX}`,
  step: 'Steps are not kept',
  unknown: 'Unknown element',
  repeat: 'It repeats the error before it',
  noName: 'It has no name',
} as const
