/* Apart from the rest of passkeys, which loads late. */

const isIpAddress = (host: string) => /^(\[.*\]|[\d.]+)$/.test(host)

/** Browsers know passkeys over https and at localhost, and never at an IP address. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window && !isIpAddress(window.location.hostname)
