import { Box, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { ChangeProfile } from '#shared/auth/auth.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { Form } from '#src/ui/form.tsx'
import { Section } from '#src/ui/section.tsx'
import { useRename } from './use-account.ts'

const FIELDS = { name: 'name' }

/** How others see the user. */
export function Name() {
  const user = useSessionUser()
  const rename = useRename()
  const form = useForm({
    initialValues: { name: user?.name ?? '' },
    validate: schemaResolver(ChangeProfile, { sync: true }),
  })
  return (
    <Section title="Name">
      <Box maw={360}>
        <Form
          form={form}
          onSubmit={(values) => rename.mutate(values)}
          submitLabel="Save Name"
          isBusy={rename.isPending}
          refused={{ error: rename.error, failure: 'Failed to change the name', fields: FIELDS }}
        >
          <TextInput
            label="Full Name"
            description="As others see it, also at what you did before."
            autoComplete="name"
            dir="auto"
            required
            {...form.getInputProps('name')}
          />
          {user?.email && (
            <Text c="dimmed" className="breakable">
              You sign in as {user.email}.
            </Text>
          )}
        </Form>
      </Box>
    </Section>
  )
}
