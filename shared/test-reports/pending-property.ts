/** JUnit has no pending tests. Our exports write them as skipped with this property. */
export const PENDING_PROPERTY = { name: 'assay.status', value: 'pending' }
