import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { DAYS_MAX, NEWEST_KEPT, type Retention, type RetentionRules } from '#shared/retention/retention.ts'
import { formatBytes, formatCount, formatNumber } from '#src/lib/format.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { Form } from '#src/ui/form.tsx'
import { Section } from '#src/ui/section.tsx'

/** How long the project keeps runs, attachments and traces, with a preview of what the rules would delete now. */
export function RetentionCard({ projectId }: { projectId: string }) {
  const query = trpc.retention.get.useQuery({ id: projectId })
  return (
    <Section title="Retention" hint={HINT}>
      <Fetched query={query} failure="The retention could not be read" height={96}>
        {(stored) => <Rules projectId={projectId} stored={stored} />}
      </Fetched>
    </Section>
  )
}

const HINT = `What is older is deleted every hour, for good. Running and pinned runs stay, runs with a milestone, the newest of each branch and environment, and the newest ${NEWEST_KEPT}.`

const LABELS: Record<keyof RetentionRules, string> = {
  keepRunsDays: 'Keep runs (days)',
  keepAttachmentsDays: 'Keep attachments (days)',
  keepTracesDays: 'Keep traces (days)',
}
const NAMES = Object.keys(LABELS) as (keyof RetentionRules)[]

const PREVIEW_MS = 300

function Rules({ projectId, stored }: { projectId: string; stored: Retention }) {
  const { save, isSaving } = useSave(projectId)
  const form = useForm({ initialValues: textsOf(stored), validate: problemsOf })
  const [typed] = useDebouncedValue(form.values, PREVIEW_MS)
  const isShown = typed === form.values && Object.keys(problemsOf(typed)).length === 0
  const { data: preview } = trpc.retention.get.useQuery(
    { id: projectId, ...previewOf(typed) },
    { enabled: isShown, staleTime: 0 },
  )
  const { count, isCounting } = useCount(projectId)
  const submit = async (values: typeof form.values) => {
    const { wouldDelete } = await count(values)
    if (!isNothing(wouldDelete)) {
      const text = `Are you sure? Within an hour this deletes ${amountOf(wouldDelete)} for good.`
      if (!(await confirm({ title: 'Change Retention', text, action: 'Change' }))) return
    }
    form.resetDirty(textsOf(await save(rulesOf(values))))
  }
  return (
    <Form
      form={form}
      onSubmit={submit}
      submitLabel="Save Retention"
      isBusy={isCounting || isSaving}
      isDisabled={!form.isDirty()}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {NAMES.map((name) => (
          <TextInput
            key={name}
            label={LABELS[name]}
            placeholder="For ever"
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <Text role="status">
        {isShown && preview
          ? isNothing(preview.wouldDelete)
            ? 'These rules would delete nothing now.'
            : `These rules would delete ${amountOf(preview.wouldDelete)} now.`
          : ' '}
      </Text>
    </Form>
  )
}

/** Asks what rules would delete. The preview may not be there yet when they are submitted. */
function useCount(projectId: string) {
  const { retention } = trpc.useUtils()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (texts: Texts) => retention.get.fetch({ id: projectId, ...previewOf(texts) }, { staleTime: 0 }),
    ...withToasts<Retention>({ failure: FAILURE }),
  })
  return { count: mutateAsync, isCounting: isPending }
}

const FAILURE = 'Failed to save the retention'

function useSave(projectId: string) {
  const { retention } = trpc.useUtils()
  const { mutateAsync, isPending } = trpc.retention.change.useMutation(
    withToasts({
      onSuccess: (changed: Retention) => retention.get.setData({ id: projectId }, changed),
      success: 'Retention saved',
      failure: FAILURE,
    }),
  )
  return { save: (rules: RetentionRules) => mutateAsync({ id: projectId, ...rules }), isSaving: isPending }
}

type Texts = Record<keyof RetentionRules, string>

const mapped = <T,>(of: (name: keyof RetentionRules) => T) =>
  Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Record<keyof RetentionRules, T>

const textsOf = (rules: RetentionRules): Texts => mapped((name) => String(rules[name] ?? ''))
const rulesOf = (texts: Texts): RetentionRules => mapped((name) => Number(texts[name].trim()) || null)
const previewOf = (texts: Texts) => mapped((name) => rulesOf(texts)[name] ?? DAYS_MAX)

function problemsOf(texts: Texts): Partial<Texts> {
  const isBad = (text: string) => text !== '' && !(/^[1-9]\d{0,4}$/.test(text) && Number(text) <= DAYS_MAX)
  const bad = NAMES.filter((name) => isBad(texts[name].trim()))
  return Object.fromEntries(bad.map((name) => [name, `A whole number from 1 to ${formatNumber(DAYS_MAX)}, or nothing`]))
}

type Amount = Retention['wouldDelete']

const isNothing = ({ runs, bytes }: Amount) => runs === 0 && bytes === 0

function amountOf({ runs, bytes }: Amount): string {
  const size = `${formatBytes(bytes)} of attachments and traces`
  if (bytes === 0) return formatCount(runs, 'run')
  return runs === 0 ? size : `${formatCount(runs, 'run')} and ${size}`
}
