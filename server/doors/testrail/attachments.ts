import { AddCaseAttachment, type AttachmentItem } from '#shared/attachments/attachment.ts'
import { chunksOf, refuseEncoding } from '../../attachments/attachment-body.ts'
import { findAttachment } from '../../attachments/attachments.repository.ts'
import { addAttachment, addressOfAttachment, deleteAttachment } from '../../attachments/attachments.service.ts'
import type { Owner } from '../../attachments/owners.ts'
import { callerOf } from '../../authorize.ts'
import { takeFiles } from '../../http/multipart.ts'
import { getTestCase } from '../../test-cases/test-cases.service.ts'
import { inputOf } from '../../trpc.ts'
import { findCase } from './cases.ts'
import { type Call, type Door, idIn, type Method, refusal } from './door.ts'
import { findEntity } from './numbers.repository.ts'
import { numberOf, numbersOf } from './numbers.ts'
import { cut, pageOf, partOf } from './pages.ts'
import { attemptIn } from './result-answers.ts'
import { unknownResult } from './result-lists.ts'
import { findTest, readTest } from './tests.ts'

const unknownAttachment = () => refusal('Field :attachment_id is not a valid attachment.')

const MB = 1024 * 1024

export const addAttachmentToResult: Method = async (door, call) => {
  const entity = await findEntity(door.db, 'result', idIn(call, 0, 'result'))
  if (entity === undefined) throw unknownResult()
  const { result } = await readTest(door, attemptIn(entity).resultId)
  return await add(door, call, { testResult: result.id })
}

export const addAttachmentToCase: Method = async (door, call) => {
  const { id } = await findCase(door, call)
  return await add(door, call, { testCase: id })
}

/** The first file of the form, whatever its field is called. */
async function add(door: Door, { req }: Call, owner: Owner): Promise<object> {
  refuseEncoding(req)
  const limit = door.config.ATTACHMENT_MAX_MB * MB
  const caller = callerOf(door.actor)
  const [attachment] = await takeFiles(req, { files: 1, fileBytes: limit, noun: 'attachment' }, async (file) => {
    const { name } = inputOf(AddCaseAttachment, { id: '', name: file.name.slice(-255) })
    return await addAttachment(door, { owner, name }, chunksOf(file.stream, { limit, caller }))
  })
  if (!attachment) throw refusal('Field :attachment is a required field.')
  return { attachment_id: await numberOf(door, 'attachment', attachment.id) }
}

export const getAttachmentsForCase: Method = async (door, call) => {
  const { id } = await findCase(door, call)
  return await pageOfFiles(door, call, (await getTestCase(door, { id })).attachments)
}

export const getAttachmentsForTest: Method = async (door, call) => {
  const { result } = await findTest(door, idIn(call, 0, 'test'))
  return await pageOfFiles(door, call, result.attachments)
}

async function pageOfFiles(door: Door, call: Call, files: AttachmentItem[]): Promise<object> {
  const part = partOf(call)
  const { rows, hasMore } = cut(files, part)
  const numberOfFile = await numbersOf(
    door,
    'attachment',
    rows.map(({ id }) => id),
  )
  const attachments = rows.map(({ id, name, size, type }) => ({
    id: numberOfFile(id),
    name,
    filename: name,
    size,
    filetype: name.includes('.') ? name.split('.').at(-1) : type,
    entity_attachments_id: numberOfFile(id),
  }))
  return pageOf(call, part, 'attachments', attachments, hasMore)
}

/** Leads to the signed address of the bytes, where a client without credentials can follow. */
export const getAttachment: Method = async (door, call) => {
  const { path } = await addressOfAttachment(door, { id: await fileOf(door, call) })
  call.res.redirect(`${door.app}/api${path}`)
  return undefined
}

export const removeAttachment: Method = async (door, call) => {
  await deleteAttachment(door, { id: await fileOf(door, call) })
  return {}
}

async function fileOf(door: Door, call: Call): Promise<string> {
  const id = await findEntity(door.db, 'attachment', idIn(call, 0, 'attachment'))
  if (id === undefined) throw unknownAttachment()
  const { in_project } = await findAttachment(door.db, door.actor, id, 'project.read')
  if ((door.onlyProject ?? in_project) !== in_project) throw unknownAttachment()
  return id
}
