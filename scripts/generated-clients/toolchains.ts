import { spawnSync } from 'node:child_process'

/* Which languages this machine can compile and run. Assay needs none of them; a missing one is no failure. */

const PYTHON_MODULES = ['urllib3', 'dateutil', 'six', 'certifi']

/** The first Python that has what a generated client imports. */
export const python = ['python3', '/usr/bin/python3', 'python'].find((command) =>
  answers(command, '-c', `import ${PYTHON_MODULES.join()}`),
)

/** A Java runtime, which the generator needs; `javac` is needed beside it for a client in Java. */
export const hasJava = answers('java', '-version')
const hasJavac = answers('javac', '--release', '11', '--version')

/** What to install to run the client of each language here, or undefined when all is there. */
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
