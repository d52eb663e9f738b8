/* Names in a User-Agent, the first that fits: later browsers claim to be earlier ones. */

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A User-Agent in words, such as 'Firefox on Windows'. Of a program, the name it gives itself. */
export function agentName(agent: string | null): string {
  if (!agent) return 'Unknown device'
  const [browser, system] = [nameIn(BROWSERS, agent), nameIn(SYSTEMS, agent)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^[^\s/(]+/.exec(agent)?.[0] ?? agent
}

const nameIn = (names: [RegExp, string][], agent: string) => names.find(([form]) => form.test(agent))?.[1]
