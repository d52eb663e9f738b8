import { REFERENCE_UNITS_MAX, REFERENCES_MAX, TOO_MANY_REFERENCES } from '#shared/references.ts'
import { WordsField, type WordsFieldProps } from '#src/ui/words-field.tsx'

const ENDS = [',', ' ', '\n']

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
