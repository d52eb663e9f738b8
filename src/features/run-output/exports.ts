export const EXPORTS = [
  { format: 'html', label: 'HTML' },
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
  { format: 'junit', label: 'JUnit' },
  { format: 'ctrf', label: 'CTRF' },
] as const

export type ExportFormat = (typeof EXPORTS)[number]['format']
