import { createContext, type ReactNode } from 'react'

export type TextPictureProps = {
  id: string
  /** May be empty. */
  alt: string
  /** Whether it is inside a link, where buttons are not allowed. */
  isInLink: boolean
}

/** Renders the attached pictures of a text. Without it only their names are shown: `src/ui` loads no data. */
export const TextPictures = createContext<((picture: TextPictureProps) => ReactNode) | null>(null)

const REFERENCE = /^attachment:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const attachmentIdIn = (address: string): string | undefined => REFERENCE.exec(address)?.[1]

export const pictureReference = (name: string, id: string) =>
  `![${name.replaceAll(/[\\[\]]/g, (character) => `\\${character}`)}](attachment:${id})`

export const showsPicture = (text: string) => text.includes('](attachment:')
