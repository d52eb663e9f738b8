import { crc32, deflateSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'

export const textFile = (name: string, content: string | Buffer = 'a file') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

export async function chooseFiles(within: Locator, files: ReturnType<typeof textFile>[] | string[]): Promise<void> {
  const chooser = within.page().waitForEvent('filechooser')
  await within.getByRole('button', { name: 'Attach Files' }).click()
  await (await chooser).setFiles(files)
}

/** Pastes a picture into the focused element, as after a screenshot. */
export async function pastePicture(page: Page, png = pngOf(10, 10)): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
  }, png.toString('base64'))
  await page.keyboard.press('ControlOrMeta+V')
}

export function pngOf(width: number, height: number, colour = [11, 133, 98]): Buffer {
  const stripe = (x: number, y: number) => ((x + y) % 32 < 16 ? 255 : 200)
  const row = (y: number) => Array.from({ length: width }, (_, x) => colour.map((part) => (part * stripe(x, y)) / 255))
  const lines = Array.from({ length: height }, (_, y) => [0, ...row(y).flat()])
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
