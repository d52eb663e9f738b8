export const CASE_TYPES = ['manual', 'auto'] as const
export const VALUE_TYPES = ['string', 'number', 'boolean'] as const
export const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const
