/** For each status the mark, with contrast 3:1 on every surface, and the text, with 4.5:1. */
export const STATUS_COLORS = {
  light: {
    passed: '#0b8562 #087355',
    failed: '#a0142c #8f1228',
    error: '#dc7b15 #8a4a06',
    pending: '#88929c #59646e',
    skipped: '#3b3fc0 #3135a8',
    running: '#2563eb #1d4ed8',
    completed: '#0b8562 #087355',
  },
  dark: {
    passed: '#5fe0bd #5fe0bd',
    failed: '#f0364f #ff8093',
    error: '#f5a83d #f5a83d',
    pending: '#929ba6 #a9b1ba',
    skipped: '#7263e0 #a89df2',
    running: '#60a5fa #93c5fd',
    completed: '#5fe0bd #5fe0bd',
  },
}
