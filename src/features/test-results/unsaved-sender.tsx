import { useUnsavedSender } from './use-unsaved-sender.ts'

/** Stands beside every screen of a signed-in person, and shows nothing. */
export default function UnsavedSender() {
  useUnsavedSender()
  return null
}
