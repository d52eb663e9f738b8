import { spawnSync } from 'node:child_process'

/* Finds the toolchains of other languages. Tests of missing ones are skipped. */

const PYTHON_MODULES = ['urllib3', 'dateutil', 'six', 'certifi']

export const python = ['python3', '/usr/bin/python3', 'python'].find((command) =>
  answers(command, '-c', `import ${PYTHON_MODULES.join()}`),
)

/** The generator needs a Java runtime, a Java client also `javac`. */
const hasJava = answers('java', '-version')
const hasJavac = answers('javac', '--release', '11', '--version')

/** What is missing to run each language's client; undefined if nothing is. */
export const missing = {
  Python:
    lacking(hasJava, 'java (Debian: default-jre-headless)') ??
    lacking(
      python,
      `python3 with ${PYTHON_MODULES.join(', ')} (Debian: python3-urllib3 python3-dateutil python3-six python3-certifi)`,
    ),
  Java: lacking(hasJava && hasJavac, 'java and javac, 11 or newer (Debian: default-jdk-headless)'),
}

function answers(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

function lacking(present: unknown, what: string): string | undefined {
  return present ? undefined : what
}
