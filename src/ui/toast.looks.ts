import { expect, test, toast } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { field, twoTesters } from '#src/testing/live-run.ts'

test('A toast with an error and a success', async ({ page, server, person, openAs }) => {
  const { path } = await twoTesters(server, person)
  await openAs(person, path)
  const error = { message: 'The value is refused', code: -32_009, data: { code: 'CONFLICT', httpStatus: 409 } }
  await page.route(/testResults\.setMany/, (route) => route.fulfill({ status: 409, json: [{ error }] }))
  await field(page).fill('refused')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The value is refused')).toBeVisible()
  await page.unroute(/testResults\.setMany/)
  await field(page, '1.2 Adds up the total').fill('42.5')
  await page.keyboard.press('Enter')
  await toast(page, 'Test result saved successfully').hover()
  await inspect(page, 'toast')
})
