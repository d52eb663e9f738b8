/** Whether a text is the ref of a run, such as 'R12', and not an id. */
export const isRunRef = (text: string): boolean => /^R\d+$/i.test(text)
