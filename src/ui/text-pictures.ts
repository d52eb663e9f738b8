import { createContext, type ReactNode } from 'react'

export type TextPictureProps = {
  /** Of the attachment. */
  id: string
  /** May be empty. */
  alt: string
  /** Whether it is the content of a link, where there is no place for a button. */
  isInLink: boolean
}

/** Renders the attached pictures that a text names. Without it, they are named only: `src/ui` reads nothing. */
export const TextPictures = createContext<((picture: TextPictureProps) => ReactNode) | null>(null)

const REFERENCE = /^attachment:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The id of the attachment that the address of a picture names. */
export const attachmentIdIn = (address: string): string | undefined => REFERENCE.exec(address)?.[1]

/** Markdown that shows an attached picture. */
export const pictureReference = (name: string, id: string) =>
  `![${name.replaceAll(/[\\[\]]/g, (character) => `\\${character}`)}](attachment:${id})`

/** Whether a text shows an attached picture. */
export const showsPicture = (text: string) => text.includes('](attachment:')
