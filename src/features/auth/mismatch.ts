/** The error of a confirmation that differs from what it confirms, for a form's `validate`. */
export function mismatch(
  field: string,
  password: string,
  confirmation: string,
  message: string,
): Record<string, string> {
  return password === confirmation ? {} : { [field]: message }
}
