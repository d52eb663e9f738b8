import { CONFIRMED_MINUTES } from '#shared/auth/factor.ts'
import { EraseMe, PersonalData } from '#shared/erasure/erasure.ts'
import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { admin, compiled, restUnder, router, signedIn } from '../trpc.ts'
import { eraseById, eraseMe, exportById, exportMe } from './erasure.service.ts'

const [auth, site] = [restUnder('Auth'), restUnder('Admin')]

export const erasureRouter = router({
  eraseMe: signedIn
    .meta(
      auth('POST /auth/erase', 'Erase my account and my data', {
        description:
          'Takes one of `password`, `code` and `passkey`. A passkey needs the `ticket` of `POST /auth/confirm/options`. ' +
          `People without a password need none for ${CONFIRMED_MINUTES} minutes after a sign-in or \`POST /auth/confirm\`.`,
        refusals: [409, 429],
      }),
    )
    .input(compiled(EraseMe))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => eraseMe(ctx, input)),
  exportMe: signedIn
    .meta(auth('GET /auth/export', 'Read everything that is stored about me'))
    .output(compiled(PersonalData))
    .query(({ ctx }) => exportMe(ctx)),
  eraseById: admin
    .meta(site('POST /admin/users/{id}/erase', 'Erase a user and the data about them', { refusals: [409] }))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => eraseById(ctx, input)),
  exportById: admin
    .meta(site('GET /admin/users/{id}/export', 'Read everything that is stored about a user'))
    .input(compiled(IdInput))
    .output(compiled(PersonalData))
    .query(({ ctx, input }) => exportById(ctx, input)),
})
