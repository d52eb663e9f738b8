/* A file of its own: the other code of passkeys loads late. */

const isIpAddress = (host: string) => /^(\[.*\]|[\d.]+)$/.test(host)

/** Browsers know passkeys over https and at localhost, and never at an IP address. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window && !isIpAddress(window.location.hostname)
