import { type ComponentType, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { toastError } from '#src/lib/toast.ts'
import { dropKeys, useHeldKeys } from './held-keys.ts'
import { RowError } from './row-error.tsx'
import { useWhenIdle } from './when-idle.ts'

/* Parts of a page whose code is not needed at first. React's `lazy` sometimes delays a loaded part by 300 ms. */

type Code<Props> = { default: ComponentType<Props> }
type Load<Props> = () => Promise<Code<Props>>

function lazyCode<Props>(load: Load<Props>) {
  const code = createStore<ComponentType<Props> | undefined>(undefined)
  let failures = 0
  return {
    load: async () => {
      if (code.get()) return
      const loaded = await load().catch((error: unknown) => loadAgain<Props>(error, failures++))
      code.set(loaded.default)
    },
    useCode: () => useStore(code),
  }
}

/** Some browsers never ask again for a file that failed once, so later attempts add a query to its address. */
async function loadAgain<Props>(error: unknown, failures: number): Promise<Code<Props>> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
  if (failures === 0 || address === undefined) throw error
  const loaded = (await import(/* @vite-ignore */ `${address}?${failures}`)) as Partial<Code<Props>>
  if (!loaded.default) throw error
  return { default: loaded.default }
}

/**
 * A part that needs no keys. It renders nothing until its code has loaded. What opened it closes it with `onFailure`: the
 * next press then loads it again. One that nothing opened says that it could not be loaded: a newer version of the app may
 * have replaced its file.
 */
export function lazyPart<Props extends object>(load: Load<Props>) {
  const { useCode, ...code } = lazyCode(load)
  function Part(props: Props & { onFailure?: () => void }) {
    const Loaded = useCode()
    const [hasFailed, setFailed] = useState(false)
    const onFailure = useEffectEvent(() => (props.onFailure ? fail(props.onFailure) : setFailed(true)))
    useEffect(() => void code.load().catch(() => onFailure()), [])
    if (!Loaded && hasFailed) return <RowError message={FAILURE} action="Reload" onRetry={() => location.reload()} />
    // oxlint-disable-next-line react/static-components -- it is the same for the life of the page
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(Part, { load: code.load, useIsLoaded: () => useCode() !== undefined })
}

/**
 * A dialog whose code loads when the page is idle, or when it opens. While it opens, keys are queued for it. It closes if
 * its code could not be loaded: otherwise it would open later, by itself.
 */
export function lazyDialog<Props extends { isOpen: boolean; onClose: () => void }>(load: Load<Props>) {
  const { useCode, ...code } = lazyCode(load)
  return function LazyDialog(props: Props) {
    const Loaded = useCode()
    const { isOpen, onClose } = props
    useWhenIdle(code.load)
    useHeldKeys(isOpen)
    const close = useEffectEvent(() => fail(onClose))
    useEffect(() => {
      if (isOpen) void code.load().catch(() => close())
    }, [isOpen])
    const [isUsed, setUsed] = useState(false)
    if (isOpen && !isUsed) setUsed(true)
    return isUsed && Loaded ? <Closed {...{ Loaded, props }} /> : null
  }
}

/** First renders the dialog closed: one that mounts open does not know the focus before, and could not restore it. */
function Closed<Props extends { isOpen: boolean }>({ Loaded, props }: { Loaded: ComponentType<Props>; props: Props }) {
  const isMounted = useDeferredValue(true, false)
  return <Loaded {...props} isOpen={isMounted && props.isOpen} />
}

const FAILURE = 'This part of the page could not be loaded'

function fail(close: () => void): void {
  dropKeys()
  close()
  toastError(`${FAILURE}. Try again, or reload the page`)
}
