import { TEMP_PASSWORD_DAYS } from '#shared/admin/admin.ts'
import { randomLetters } from '../auth/secrets.ts'
import { DAY_MS, timeIn } from '../times.ts'

const LENGTH = 20

export const newTempPassword = () => ({
  tempPassword: randomLetters(LENGTH),
  expiresAt: timeIn(TEMP_PASSWORD_DAYS * DAY_MS),
})
