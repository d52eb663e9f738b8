/** JUnit has no pending tests. Our files write them as skipped ones with this property. */
export const PENDING_PROPERTY = { name: 'assay.status', value: 'pending' }
