import { expect, test } from '#src/testing/fixtures.ts'
import { field, twoTesters } from '#src/testing/live-run.ts'
import { openPanel, panel } from '#src/testing/result-row.ts'

test('What was being typed when the session ended is recorded after the next sign-in', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await twoTesters(server, person)
  await openAs(person, path)
  const signInAgain = async () => {
    // The live stream ends with the session.
    await server.post('/auth/sign-out-everywhere', {}, person)
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(path)
    person.authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`
  }
  const recorded = async () => (await server.get(`/test-runs/${run.id}`, person)).body.results[0]

  await openPanel(page)
  await panel(page).getByRole('textbox', { name: 'Note' }).fill('The font is too small')
  await signInAgain()
  await expect.poll(recorded).toMatchObject({ notes: 'The font is too small', attempts: 1 })
  await field(page).fill('Thank you')
  await signInAgain()
  await expect.poll(recorded).toMatchObject({ actualValue: 'Thank you', status: 'passed' })
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['accessToken', 'user'])
})
