type Form = { getValues: () => object; getInputNode: (field: never) => HTMLElement | null }

/** For the second argument of `form.onSubmit`: takes the reader to the first field that is wrong. */
export function focusFirstError(form: Form) {
  return (errors: Record<string, unknown>) => {
    const wrong = Object.keys(form.getValues()).find((field) => field in errors)
    if (wrong !== undefined) form.getInputNode(wrong as never)?.focus()
  }
}
