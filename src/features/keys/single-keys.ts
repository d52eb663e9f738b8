import { storedText, useStore } from '#src/lib/store.ts'

/* Whether single keys are enabled. Stored per browser. */

const off = storedText('singleKeysOff')

export const areSingleKeysOn = () => off.get() === null

export const useSingleKeys = (): boolean => useStore(off) === null

export const switchSingleKeys = (isOn: boolean): void => off.set(isOn ? null : 'true')
