import { type Config, StartError } from '../../config.ts'
import type { Services } from '../../context.ts'
import type { Bucket } from './bucket.ts'

/**
 * The bucket of the configuration, tried once. Throws StartError if the service refuses a call. If it does not answer,
 * the server starts without it: all but attachments works.
 */
export async function openBucket(config: Config, log: Services['log']): Promise<Bucket | undefined> {
  const takesNew = config.ATTACHMENT_STORE !== 'database'
  const address = takesNew ? config.ATTACHMENT_STORE : config.ATTACHMENT_STORE_FORMER
  if (address === undefined || address === 'database') return undefined
  // The client of S3 is loaded only where it is used.
  const { Bucket: BucketOf, isRefusal } = await import('./bucket.ts')
  const keys = { id: config.S3_ACCESS_KEY_ID ?? '', secret: config.S3_SECRET_ACCESS_KEY ?? '' }
  const bucket = new BucketOf({ address, keys, takesNew, log })
  try {
    await bucket.check()
  } catch (error) {
    const { cause } = error as Error
    if (isRefusal(cause))
      throw new StartError(
        `${takesNew ? 'ATTACHMENT_STORE' : 'ATTACHMENT_STORE_FORMER'}: the bucket "${address.bucket}" cannot be used: ${cause.message}`,
      )
  }
  return bucket
}
