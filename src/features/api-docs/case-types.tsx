import { Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconHandClick, IconRobot } from '@tabler/icons-react'
import classes from './guide.module.css'

const TYPES = [
  {
    icon: IconHandClick,
    name: 'Manual',
    value: 'manual',
    text:
      'A person looks, and enters what they saw. The case says what to expect: ' +
      'a string, a number or a boolean, and its value.',
  },
  {
    icon: IconRobot,
    name: 'Automated',
    value: 'automated',
    text:
      'A program checks, and sends what it expected and what it got with each execution. ' +
      'Answers show this type as auto.',
  },
]

export function CaseTypes() {
  return (
    <section aria-labelledby="case-types">
      <Title order={2} id="case-types" className={classes.heading}>
        Test Case Types
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {TYPES.map(({ icon: Icon, name, value, text }) => (
          <Paper key={value} withBorder p="md">
            <Title order={3} className={classes.type}>
              <Icon size={16} stroke={1.6} aria-hidden /> {name} <code className="mono">{value}</code>
            </Title>
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  )
}
