import { Center, Loader, VisuallyHidden } from '@mantine/core'

/** While the code of a screen is on its way. */
export function PageLoader() {
  return (
    <Center mih="60vh" aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Loader size="sm" type="dots" aria-hidden />
    </Center>
  )
}
