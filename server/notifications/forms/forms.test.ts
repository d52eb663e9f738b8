import { describe, expect, test } from 'vitest'
import type { EventBody, NewFailure } from '#shared/notifications/event.ts'
import { messageOf } from '../message.ts'
import { commitStatus } from './commit-status.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { discordMessage } from './discord.ts'
import { mailMessage } from './mail.ts'
import { slackMessage } from './slack.ts'
import { teamsMessage } from './teams.ts'
import { plain } from '../../outbox/plain.ts'

const summary = { total: 50, passed: 43, failed: 2, error: 1, pending: 3, skipped: 1, flaky: 0 }
const failure = (change: Partial<NewFailure> = {}): NewFailure => ({
  ref: 'C12',
  name: 'Pays by card',
  suite: 'Payments',
  message: 'Expected 200, got 500',
  assignee: { id: 'ada', name: 'Ada' },
  ...change,
})

function ended(change: Partial<EventBody['data']> = {}, text = 'Nightly'): EventBody {
  const run = {
    id: 'run-1',
    ref: 'R7',
    description: text,
    status: 'completed',
    branch: 'main',
    commit: 'a'.repeat(40),
    environment: 'staging',
    summary,
    url: 'https://assay.example.com/projects/1?tab=runs&run=run-1',
  }
  return {
    type: 'run.completed',
    timestamp: '2026-01-31T12:00:00.000Z',
    data: {
      project: { id: '1', name: 'Checkout', url: 'https://assay.example.com/projects/1' },
      run,
      counts: { newFailures: 2, fixed: 1, stillFailing: 1, flaky: 0 },
      newFailures: [failure(), failure({ ref: 'C13', name: 'Refunds', assignee: null })],
      ...change,
    },
  }
}

describe('what a message says', () => {
  test('project, run, verdict in one line, new failures by name, who is assigned, and the link', () => {
    expect(messageOf(ended())).toMatchObject({
      tone: 'bad',
      title: 'Checkout: R7 Nightly',
      verdict: '2 new failures, 1 fixed · 93 % of 46 passed · 3 pending',
      facts: 'main · staging · aaaaaaaaaaaa',
      more: 0,
      link: { text: 'Open R7', url: 'https://assay.example.com/projects/1?tab=runs&run=run-1' },
    })
    const { text } = slackMessage(messageOf(ended())) as { text: string }
    expect(text.split('\n')).toEqual([
      'Checkout: R7 Nightly',
      '2 new failures, 1 fixed · 93 % of 46 passed · 3 pending',
      'main · staging · aaaaaaaaaaaa',
      '• C12 Pays by card (Payments) · Ada',
      '• C13 Refunds (Payments)',
      'https://assay.example.com/projects/1?tab=runs&run=run-1',
    ])
  })

  test.each([
    [{ passed: 999, failed: 1, error: 0, pending: 0 }, 'no new failures · 99 % of 1,000 passed'],
    [{ passed: 46, failed: 0, error: 0, pending: 0 }, 'no new failures · 100 % of 46 passed'],
    [{ passed: 0, failed: 0, error: 0, pending: 9 }, 'no new failures · nothing was executed · 9 pending'],
  ])('the verdict of %j is "%s"', (counts, verdict) => {
    const body = ended({ counts: { newFailures: 0, fixed: 0, stillFailing: 0, flaky: 0 }, newFailures: [] })
    if (body.data.run) body.data.run.summary = { ...summary, ...counts }
    expect(messageOf(body).verdict).toBe(verdict)
  })

  test.each([
    [1_200, 'started with 1,200 test cases'],
    [0, 'started'],
  ])('a run of %i test cases "%s"', (total, verdict) => {
    const body = ended({ counts: null, newFailures: [] })
    if (body.data.run) body.data.run.summary = { ...summary, total }
    expect(messageOf({ ...body, type: 'run.started' })).toMatchObject({ tone: 'neutral', verdict })
  })

  test.each([
    ['ping', {}, 'Checkout', 'Assay can reach you here', ''],
    [
      'case.deleted',
      { count: 5, testCases: [{ id: '1', ref: 'C1', name: 'Pays' }] },
      'Checkout',
      '5 test cases deleted',
      'C1 Pays, and 4 more',
    ],
    ['member.added', { user: { id: '1', name: 'Tess' } }, 'Checkout', 'a member joined', 'Tess'],
    [
      'quarantine.changed',
      { count: 1, isQuarantined: false, testCases: [] },
      'Checkout',
      '1 test case taken out of quarantine',
      'and 1 more',
    ],
  ] as const)('of %s with %j', (type, data, title, verdict, facts) => {
    const { project } = ended().data
    const body = { type, timestamp: '', data: { project, ...data } } as unknown as EventBody
    expect(messageOf(body)).toMatchObject({
      title,
      verdict,
      facts,
      link: { text: 'Open the project', url: project.url },
    })
  })
})

const HOSTILE = [
  '@everyone @here @channel <!channel> <@U123> <@&99>',
  '[click](http://evil.example) ![x](http://evil.example/x.png)',
  '```\n# heading\n> quote\n- list\n```',
  '\u202Etxet desrever\u202C שלום',
  '\u0000\u0007\uD83D lone',
  '👩‍👩‍👧‍👦'.repeat(1_000),
  '&'.repeat(10_000),
  '<'.repeat(10_000),
  'a'.repeat(10_000),
  'ض'.repeat(10_000),
].map((text) => text.padEnd(10_000, ' x'))

/** All strings of a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

describe.each(HOSTILE.map((text) => [text.slice(0, 30), text]))('a text of 10,000 characters such as %j', (_, text) => {
  const failures = Array.from({ length: 20 }, () =>
    failure({ ref: text, name: text, suite: text, assignee: { id: '1', name: text } }),
  )
  const body = ended({ newFailures: failures, counts: { newFailures: 900, fixed: 0, stillFailing: 0, flaky: 0 } }, text)
  body.data.project.name = text
  if (body.data.run) Object.assign(body.data.run, { branch: text, environment: text, commit: text })
  const message = messageOf(body)

  test('Slack and Mattermost get valid texts within their limits', () => {
    const sent = slackMessage(message) as any
    expect(sent.text.length).toBeLessThanOrEqual(3_000)
    expect(sent.text.endsWith(message.link.url)).toBe(true)
    expect(sent.blocks.length).toBeLessThanOrEqual(50)
    for (const { type, text: block } of sent.blocks)
      expect(block.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000)
    // Only our own link is interpreted.
    expect(sent.blocks.filter(({ text: block }: any) => block.type === 'mrkdwn')).toMatchObject([
      { text: { text: '<https://assay.example.com/projects/1?tab=runs&amp;run=run-1|Open R7>' } },
    ])
    expect(sent.text).not.toMatch(/[<>]/)
  })

  test('Discord gets valid texts within its limits, and mentions nobody', () => {
    const sent = discordMessage(message) as any
    const [embed] = sent.embeds
    expect(sent.content.length).toBeLessThanOrEqual(2_000)
    expect([embed.title.length <= 256, embed.description.length <= 4_096]).toEqual([true, true])
    expect(sent.content.length + embed.title.length + embed.description.length).toBeLessThanOrEqual(6_000)
    expect(sent.allowed_mentions).toEqual({ parse: [] })
  })

  test('Teams gets a card below 28 kB without Markdown', () => {
    const sent = teamsMessage(message) as any
    expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(28_000)
    const [{ contentType, content }] = sent.attachments
    expect([sent.type, contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive'])
    expect(content.body.every(({ type }: any) => type === 'RichTextBlock')).toBe(true)
  })

  test('a mail has one link, and one line for each failure', () => {
    const { subject, text, html } = renderMail(mailMessage(message))
    expect(subject.length).toBeLessThanOrEqual(200)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text.split('\n').filter((line) => line.startsWith('• '))).toHaveLength(21)
    expect(text.match(/https?:\/\/[^\s\u200B]+/g)).toEqual([message.link.url])
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html.replace(/<\/?(!doctype|html|head|meta|body|div|p|ul|li|a)\b[^<>]*>/g, '')).not.toMatch(/[<>]/)
  })

  test('no form mentions, links, breaks lines or reverses what follows', () => {
    for (const sent of [
      slackMessage(message),
      discordMessage(message),
      teamsMessage(message),
      renderMail(mailMessage(message)),
    ])
      for (const part of textsOf(sent)) {
        expect(part.isWellFormed()).toBe(true)
        expect(part).not.toMatch(/@(everyone|here|channel|U123|&99)|\]\(|```|[\u202A-\u202E]|(?!\n)\p{Cc}/u)
        expect(part.match(/\u2068/g)?.length ?? 0).toBe(part.match(/\u2069/g)?.length ?? 0)
      }
  })

  test('commit statuses stay short', () => {
    const { run } = body.data
    const named = { ...body, data: { ...body.data, run: run && { ...run, commit: 'A0'.repeat(20) } } }
    for (const form of ['github', 'gitlab'] as const) {
      const status = commitStatus(form, named)
      expect(status?.body.description.length).toBeLessThanOrEqual(140)
      expect(status?.path).toBe(`/statuses/${'A0'.repeat(20)}`)
      expect(commitStatus(form, body)).toBeNull()
    }
  })
})

test('a text keeps what people read', () => {
  expect(plain('Zahlt €5 – "ok" (日本) C12_x*', 100)).toBe('Zahlt €5 – "ok" (日本) C12_x*')
  expect(plain('שלום world', 100)).toBe('\u2068שלום world\u2069')
})
