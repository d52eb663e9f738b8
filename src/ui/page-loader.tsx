import { Center, Loader } from '@mantine/core'

/** While the code of a screen is on its way. */
export function PageLoader() {
  return (
    <Center mih="60vh" aria-busy>
      <Loader size="sm" type="dots" aria-label="Loading" role="img" />
    </Center>
  )
}
