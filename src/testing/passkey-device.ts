import type { Page } from '@playwright/test'
import type { Person } from './fixtures.ts'

/** Gives the page a device with a fingerprint reader. Returns how to make it refuse. */
export async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Browsers make no passkeys for an IP address. */
export const atLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost')

export async function enterPassword(page: Page, { email, password }: Person, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
