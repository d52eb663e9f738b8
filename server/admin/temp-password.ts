import { TEMP_PASSWORD_DAYS } from '#shared/admin/admin.ts'
import { randomLetters } from '../auth/secrets.ts'

const LENGTH = 20
const DAY_MS = 86_400_000

export const newTempPassword = () => ({
  tempPassword: randomLetters(LENGTH),
  expiresAt: new Date(Date.now() + TEMP_PASSWORD_DAYS * DAY_MS).toISOString(),
})
