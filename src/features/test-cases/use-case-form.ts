import { useForm } from '@mantine/form'
import { type CaseValues, problemsOf, valuesOf } from './case-values.ts'

export const useCaseForm = () =>
  useForm({ initialValues: valuesOf(), validate: (values: CaseValues) => problemsOf(values) })

export type CaseForm = ReturnType<typeof useCaseForm>
