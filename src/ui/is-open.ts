import { createContext } from 'react'

/** False in a dialog that is closing: it still shows its content, and takes clicks. */
export const IsOpen = createContext(true)
