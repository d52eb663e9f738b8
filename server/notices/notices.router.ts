import { Message } from '#shared/message.ts'
import { SetDigest } from '#shared/notices/digest.ts'
import {
  ListNotices,
  Notice,
  NoticeInput,
  NoticeSettings,
  SetNoticeSetting,
  UnreadNotices,
} from '#shared/notices/notice.ts'
import { sendPage } from '../context.ts'
import { compiled, restUnder, router, signedIn } from '../trpc.ts'
import {
  listNotices,
  noticeSettings,
  readAllNotices,
  readNotice,
  setDigest,
  setNoticeSetting,
  unreadNotices,
} from './notices.service.ts'

const rest = restUnder('Notices')

export const noticesRouter = router({
  list: signedIn
    .meta(rest('GET /notices', 'List my notices, newest first'))
    .input(compiled(ListNotices))
    .output(compiled(Notice.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listNotices(ctx, input))),
  unread: signedIn
    .meta(rest('GET /notices/unread', 'Count my unread notices'))
    .output(compiled(UnreadNotices))
    .query(({ ctx }) => unreadNotices(ctx)),
  read: signedIn
    .meta(rest('POST /notices/{id}/read', 'Mark a notice as read'))
    .input(compiled(NoticeInput))
    .output(compiled(Notice))
    .mutation(({ ctx, input }) => readNotice(ctx, input)),
  readAll: signedIn
    .meta(rest('POST /notices/read', 'Mark all notices as read'))
    .output(compiled(Message))
    .mutation(({ ctx }) => readAllNotices(ctx)),
  settings: signedIn
    .meta(rest('GET /notices/settings', 'Read my notice settings'))
    .output(compiled(NoticeSettings))
    .query(({ ctx }) => noticeSettings(ctx)),
  setSetting: signedIn
    .meta(rest('PATCH /notices/settings', 'Turn a kind of notice on or off; omitted fields stay'))
    .input(compiled(SetNoticeSetting))
    .output(compiled(NoticeSettings))
    .mutation(({ ctx, input }) => setNoticeSetting(ctx, input)),
  setDigest: signedIn
    .meta(rest('PUT /notices/digest', 'Turn a daily or weekly digest by mail on or off'))
    .input(compiled(SetDigest))
    .output(compiled(NoticeSettings))
    .mutation(({ ctx, input }) => setDigest(ctx, input)),
})
