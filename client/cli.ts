import { Command, CommanderError, Option } from 'commander'
import { PAGE_MAX } from '#shared/page.ts'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import packageJson from '../package.json' with { type: 'json' }
import { exportCases, importCases } from './commands/cases.ts'
import { setConfig } from './commands/config.ts'
import { completeRun, listRuns, showRun, startRun } from './commands/runs.ts'
import { upload } from './commands/upload.ts'
import { whoami } from './commands/whoami.ts'
import { EXIT, EXIT_CODES } from './exit-codes.ts'
import { FAIL_CONDITIONS } from './fail-on.ts'
import { failConditions, seconds, shard, wholeNumber } from './option-values.ts'
import { type GlobalFlags, runCommand, type Session } from './session.ts'

/* The commands and options of `assay`. */

const exitCodes = Object.entries(EXIT_CODES).map(([code, meaning]) => `  ${code}  ${meaning}`)

const program = new Command('assay')
  .description('Test runs, reports and cases of one project on an Assay server')
  .version(packageJson.version)
  .option('--url <url>', 'the server, for example https://assay.example.com (ASSAY_URL)')
  .option('--project <id>', 'the project id (ASSAY_PROJECT_ID)')
  .option(
    '--secret <secret>',
    'the client secret, or - for stdin; other users can see flags in the process list (ASSAY_CLIENT_SECRET)',
  )
  .option('--config <file>', 'a JSON file with url, projectId and clientSecret, mode 600 (~/.config/assay/config.json)')
  .option('--retries <n>', 'how often to retry after 429, 502, 503, 504 and lost connections', wholeNumber(0, 100), 5)
  .option('--retry-delay <seconds>', 'the delay before the first retry; it doubles, with jitter', seconds, 0.5)
  .option('--timeout <seconds>', 'time without any data after which the connection counts as lost', seconds, 120)
  .option('--json', 'print one JSON document on stdout')
  .option('--quiet', 'print only errors on stderr')
  .addHelpText('after', `\nExit codes:\n${exitCodes.join('\n')}`)
  .configureHelp({ showGlobalOptions: true })
  .exitOverride()

program
  .command('upload')
  .description('send report files (JUnit XML, CTRF, Playwright, Vitest or Jest JSON, TAP) into a run')
  .argument('<files...>', 'files or patterns such as "reports/**/*.xml"')
  .option('--run <key>', "the key or id of the run (the CI's build); without it the first file creates a run")
  .option('--description <text>', 'the description of a new run (CI, branch, commit and build)')
  .option('--branch <name>', "the branch that was tested (the CI's)")
  .option('--commit <hash>', "the commit that was tested (the CI's)")
  .option('--build-url <url>', "the page of the build (the CI's)")
  .option('--shard <i/n>', 'the part of the run that these files are, such as 2/5', shard)
  .option('--complete', 'complete the run with the last file, and with --shard after all shards have arrived')
  .option('--retry', "the files repeat earlier ones of the run: a later pass is flaky (if the CI's attempt is above 1)")
  .option('--no-retry', 'the files are no retry, whatever the CI says')
  .option('--no-ci', 'ignore the variables of the CI, and print nothing for it')
  .option(
    '--fail-on <list>',
    `exit with ${EXIT.failOn} if the run has any of ${FAIL_CONDITIONS.join(', ')}`,
    failConditions,
  )
  .option('--dry-run', 'print what the server reads in each file, without recording anything')
  .option('--attachments', 'attach the files that the reports name', true)
  .option('--no-attachments', 'attach none of them')
  .option('--gzip', 'compress the upload', true)
  .option('--no-gzip', 'send the file uncompressed')
  .action(handle(upload))

const runs = program.command('runs').description('list, show, start and complete runs')
runs
  .command('list')
  .description('list the newest runs')
  .option('--limit <n>', 'the number of runs', wholeNumber(1, PAGE_MAX), 20)
  .action(handle(listRuns))
runs
  .command('show <run>')
  .description('show a run, by id or key, with the counts of its suites')
  .option('--results', 'show results instead of suites')
  .addOption(new Option('--status <status>', 'show only results of this status').choices(RESULT_STATUSES))
  .action(handle(showRun))
runs
  .command('start')
  .description('start a run and print its id')
  .option('--description <text>')
  .option('--run <key>', 'a key under which later commands find the run')
  .action(handle(startRun))
runs
  .command('complete <run>')
  .description('complete a run, by id or key')
  .addOption(new Option('--status <status>').choices(['completed', 'failed']).default('completed'))
  .action(handle(completeRun))

const cases = program.command('cases').description('export and import cases')
cases
  .command('export')
  .description('export all cases in order')
  .addOption(new Option('--format <format>').choices(['csv', 'json']).default('csv'))
  .option('--safe', 'guard CSV cells that a spreadsheet could run as formulas; an import reads them back')
  .option('--output <file>', 'write to a file instead of stdout')
  .action(handle(exportCases))
cases
  .command('import <file>')
  .description('create and update cases from CSV or JSON; - reads stdin')
  .option('--dry-run', 'print the changes without making them')
  .option('--ignore-refs', 'match no row by its ref, as for a file of another project')
  .action(handle(importCases))

program.command('whoami').description('check the credentials and show their project').action(handle(whoami))
program
  .command('config')
  .description('manage the config file')
  .command('set')
  .description('write --url, --project and --secret to it')
  .action(handle(setConfig))

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
}

/** Commander passes the arguments, then the options, then the command. */
function handle(work: (session: Session, ...args: any[]) => Promise<void>) {
  return async (...given: unknown[]) => {
    const command = given.pop() as Command
    const flags = command.optsWithGlobals<GlobalFlags>()
    await runCommand(flags, (session) => work(session, ...given.slice(0, -1), flags))
  }
}
