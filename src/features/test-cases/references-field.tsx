import { useState } from 'react'
import { isReference, REFERENCE_UNITS_MAX, REFERENCES_MAX, TOO_MANY_REFERENCES } from '#shared/references.ts'
import { WordsField, type WordsFieldProps } from '#src/ui/words-field.tsx'

const ENDS = [',', ' ', '\n']
const NONE: string[] = []

/** The keys or addresses of requirements and defects. A space ends one, too. */
export function ReferencesField(props: WordsFieldProps) {
  return (
    <WordsField
      {...props}
      splitChars={ENDS}
      max={REFERENCES_MAX}
      maxUnits={REFERENCE_UNITS_MAX}
      whenFull={TOO_MANY_REFERENCES}
    />
  )
}

export function problemOf(words: readonly string[]): string | null {
  const wrong = words.find((word) => !isReference(word))
  return wrong === undefined ? null : `“${wrong}” is no key, and no http or https address`
}

/** References that are set in place. A word that is none is not taken, and the field says so. */
export function InPlaceReferences({ value = NONE, onChange, ...field }: WordsFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const change = (words: string[]) => {
    setProblem(problemOf(words))
    const references = words.filter(isReference)
    if (references.length !== value.length) onChange(references)
  }
  return <ReferencesField {...field} value={value} error={problem} onChange={change} />
}
