import { useIsPhone } from '#src/ui/use-is-phone.ts'
import { useEffect, useMemo, useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { codeOf } from '#src/lib/errors.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { isForNext } from '#src/ui/form.tsx'
import { CaseConflict, type Conflict } from './case-conflict.tsx'
import { type CaseDraft, changedFields, writeDraft } from './case-drafts.ts'
import { CaseFields } from './case-fields.tsx'
import { type CaseValues, sentValues, valuesOf } from './case-values.ts'
import { DraftOffer } from './draft-offer.tsx'
import { useCaseForm } from './use-case-form.ts'
import { useTestCases } from './use-test-cases.ts'

type Props = {
  projectId: string
  suite: TestSuiteListItem | undefined
  testCase: TestCase | undefined
  isOpen: boolean
  onClose: () => void
  onCreated: (testSuiteId: string) => void
}

/** Creates or edits a case. It sends only changed fields, and asks if somebody else has changed the case. */
export default function CaseDialog({ projectId, suite, testCase: opened, isOpen, onClose, onCreated }: Props) {
  const { create, update, read, isSaving } = useTestCases(projectId)
  const form = useCaseForm()
  const { setValues } = form
  /** The case as somebody else changed it since the dialog opened. */
  const [newer, setNewer] = useState<TestCase | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** A draft that is offered. Saving something else keeps it. */
  const [undecided, setUndecided] = useState<CaseDraft<CaseValues> | null>(null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setNewer(null)
    setConflict(null)
  }
  const testCase = newer?.id === opened?.id && newer ? newer : opened
  const initial = useMemo(() => valuesOf(testCase), [testCase])
  useEffect(() => {
    if (isOpen && opened) setValues(valuesOf(opened))
  }, [isOpen, opened, setValues])
  const isPhone = useIsPhone()
  const draftKey = opened ? `edit:${opened.id}` : `new:${suite?.id ?? ''}`

  const edit = async (base: TestCase, values: CaseValues) => {
    const changes = changedFields(sentValues(valuesOf(base)), sentValues(values))
    await update({ id: base.id, baseRevision: base.revision, ...changes })
    writeDraft(draftKey, undecided)
    onClose()
  }
  const add = async (testSuiteId: string, values: CaseValues, isNext: boolean) => {
    await create({ testSuiteId, type: 'manual', ...sentValues(values) })
    writeDraft(draftKey, undecided)
    onCreated(testSuiteId)
    if (!isNext) return onClose()
    form.reset()
    form.getInputNode('name')?.focus()
  }
  /** A conflict is either a change by somebody else, or an automation key that is taken. */
  const explain = async (refusal: unknown) => {
    if (codeOf(refusal) !== 'CONFLICT') return
    const theirs = testCase && (await read(testCase.id))
    const isNewer = testCase && theirs && theirs.revision !== testCase.revision
    const isMoved = isNewer && changedFields(valuesOf(testCase), valuesOf(theirs)) === null
    if (isMoved) await edit(theirs, form.getValues()).catch(explain)
    else if (isNewer) askWhose(testCase, theirs)
    else if (form.getValues().automationKey !== '') {
      form.setFieldError('automationKey', (refusal as Error).message)
      form.getInputNode('automationKey')?.focus()
    }
  }
  const askWhose = (base: TestCase, theirs: TestCase) => {
    const mine = { ...valuesOf(theirs), ...changedFields(valuesOf(base), form.getValues()) }
    const settle = (values: CaseValues) => {
      setNewer(theirs)
      setConflict(null)
      setValues(values)
    }
    setConflict({
      theirs,
      mine,
      onKeepMine: () => {
        settle(mine)
        void edit(theirs, mine).catch(explain)
      },
      onTakeTheirs: () => {
        settle(valuesOf(theirs))
        form.getInputNode('name')?.focus()
      },
    })
  }
  return (
    <FormDialog
      title={opened ? 'Edit Test Case' : 'Create Test Case'}
      size={880}
      isFullScreen={isPhone}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values, event) => {
        const saving = testCase ? edit(testCase, values) : suite && add(suite.id, values, isForNext(event))
        return saving?.catch(explain)
      }}
      submitLabel={opened ? 'Save Changes' : 'Create Test Case'}
      nextLabel={opened ? undefined : 'Save and add another'}
      isBusy={isSaving}
    >
      <DraftOffer
        key={draftKey}
        {...{ form, draftKey, initial, isOpen }}
        onOffer={setUndecided}
        onOutdated={(mine, withTheirs) =>
          testCase &&
          setConflict({
            theirs: testCase,
            mine,
            onKeepMine: () => setConflict(null),
            onTakeTheirs: () => {
              setConflict(null)
              setValues(withTheirs)
            },
          })
        }
      />
      {conflict && <CaseConflict key={conflict.theirs.revision} conflict={conflict} isBusy={isSaving} />}
      <CaseFields projectId={projectId} form={form} testCase={testCase} />
    </FormDialog>
  )
}
