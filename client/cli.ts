import { Argument, Command, CommanderError, Option } from 'commander'
import { CASE_EXPORT_FORMATS } from '#shared/exports/export.ts'
import { PAGE_MAX } from '#shared/page.ts'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { VERDICTS } from '#shared/test-results/test-result.ts'
import { CHANGE_KINDS } from '#shared/test-runs/comparison.ts'
import { RUN_STATUSES } from '#shared/test-runs/test-run.ts'
import packageJson from '../package.json' with { type: 'json' }
import { assignResults } from './commands/assign.ts'
import { attach } from './commands/attach.ts'
import { exportCases, importCases } from './commands/cases.ts'
import { compareRuns } from './commands/compare.ts'
import { printCompletion, SHELLS } from './commands/completion.ts'
import { setConfig } from './commands/config.ts'
import { serveMcp } from './commands/mcp.ts'
import { login } from './commands/login.ts'
import { listMembers } from './commands/members.ts'
import { openPage } from './commands/open.ts'
import { recordResult } from './commands/record.ts'
import { completeRun, listRuns, reopenRun, showRun } from './commands/runs.ts'
import { startRun } from './commands/start-run.ts'
import { upload } from './commands/upload.ts'
import { watchRun } from './commands/watch.ts'
import { whoami } from './commands/whoami.ts'
import { EXIT, EXIT_CODES } from './exit-codes.ts'
import { FAIL_CONDITIONS } from './fail-on.ts'
import {
  columnMapping,
  each,
  failConditions,
  oneOf,
  seconds,
  shard,
  watchConditions,
  watchInterval,
  wholeNumber,
} from './option-values.ts'
import { type GlobalFlags, runCommand, type Session } from './session.ts'

/* The commands and options of `assay`. */

const exitCodes = Object.entries(EXIT_CODES).map(([code, meaning]) => `  ${code.padEnd(3)}  ${meaning}`)

const CREDENTIALS = `Credentials: the project id and the client secret, or a token, of the project's settings. With ASSAY_TOKEN, a
personal token (assay_pat_…) of your profile or the accessToken of POST /api/auth/sign-in, the command acts as that user
instead; reading the members needs it. assay login stores a token.`

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
  .addHelpText('after', `\n${CREDENTIALS}\n\nExit codes:\n${exitCodes.join('\n')}`)
  // Global options are listed on the main page only.
  .addHelpText('afterAll', ({ command }) => (command.parent ? '\nOptions of every command: assay --help' : ''))
  .exitOverride()

withFacts(program.command('upload'))
  .description('send report files (JUnit XML, CTRF, Playwright, Vitest or Jest JSON, TAP) into a run')
  .argument(
    '<files...>',
    'files, packed (.gz) too, folders with reports, patterns such as "reports/**/*.xml", or - for stdin',
  )
  .option('--run <key>', "the key, id or ref of the run (the CI's build); without it the first file creates a run")
  .option('--description <text>', 'the description of a new run')
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
  .option('--allow-empty', 'a report without any test does not meet --fail-on')
  .option('--include-quarantined', '--fail-on counts failures of quarantined cases, too')
  .option('--dry-run', 'print what the server reads in each file, without recording anything')
  .option('--attachments', 'attach the files that the reports name', true)
  .option('--no-attachments', 'attach none of them')
  .option('--gzip', 'compress the upload', true)
  .option('--no-gzip', 'send the file uncompressed')
  .action(handle(upload))

const runs = program.command('runs').description('list, show, watch, compare, start, assign, complete and reopen runs')
runs
  .command('list')
  .description('list the newest runs; an option that can be repeated finds runs with any of its values')
  .option('--limit <n>', 'the number of runs', wholeNumber(1, PAGE_MAX), 20)
  .option('--query <words>', 'only runs with all of these words in ref, description, key, branch, commit or milestone')
  .option('--status <status>', `only runs that are ${RUN_STATUSES.join(', ')}; can be repeated`, oneOf(RUN_STATUSES))
  .option('--branch <name>', 'only runs of this branch; can be repeated', each)
  .option('--environment <name>', 'only runs in this environment; can be repeated', each)
  .option('--milestone <name>', 'only runs for this milestone; can be repeated', each)
  .action(handle(listRuns))
runs
  .command('show <run>')
  .description('show a run, by id, key or ref, with the counts of its suites')
  .option('--results', 'show results instead of suites')
  .addOption(new Option('--status <status>', 'show only results of this status').choices(RESULT_STATUSES))
  .action(handle(showRun))
runs
  .command('compare')
  .description('show what changed in a run since another one')
  .argument('[run]', "a run, by id, key or ref (that of the CI's build, else the newest)")
  .option('--with <run>', 'the other run (the last ended one before of the same branch and environment, else of all)')
  .option(
    '--kind <kind>',
    `only changes of this kind: ${CHANGE_KINDS.join(', ')}; can be repeated`,
    oneOf(CHANGE_KINDS),
  )
  .action(handle(compareRuns))
withFacts(runs.command('start'))
  .description('start a run over all cases, or the selected ones, and print its id')
  .option('--description <text>')
  .option('--run <key>', 'a key under which later commands find the run')
  .option('--suite <name>', 'only cases of this suite, by name or id; can be repeated', each)
  .option('--tag <tag>', 'only cases with this tag; can be repeated', each)
  .option(
    '--priority <priority>',
    `only cases of this priority: ${PRIORITIES.join(', ')}; repeatable`,
    oneOf(PRIORITIES),
  )
  .option('--case <ref>', 'only this case, by its ref such as C12; can be repeated', each)
  .option('--failed-of <run>', 'only cases that failed in this run, by id, key or ref')
  .option('--assign <member>', 'who executes the cases, by e-mail, name or id; several share them evenly', each)
  .option('--no-ci', 'ignore the variables of the CI')
  .action(handle(startRun))
runs
  .command('assign <run>')
  .description('say who shall execute the pending manual cases of a run, or the selected cases')
  .option('--to <member>', 'a member, by e-mail, name or id; several share the cases evenly', each)
  .option('--nobody', 'take the cases back')
  .option('--case <ref>', 'this case, by its ref such as C12; can be repeated', each)
  .option('--suite <name>', 'the cases of this suite, by name or id; can be repeated', each)
  .action(handle(assignResults))
runs
  .command('watch <run>')
  .description('follow a run until it ends; the exit code tells its result')
  .option(
    '--fail-on <list>',
    `exit with ${EXIT.failOn} if the run has any of these (failed,error), or was completed as failed`,
    watchConditions,
  )
  .option('--include-quarantined', '--fail-on counts failures of quarantined cases, too')
  .option('--interval <seconds>', 'how often to ask the server', watchInterval, 2)
  .action(handle(watchRun))
runs
  .command('complete <run>')
  .description('complete a run, by id, key or ref')
  .addOption(new Option('--status <status>').choices(['completed', 'failed']).default('completed'))
  .action(handle(completeRun))
runs.command('reopen <run>').description('make an ended run a running one').action(handle(reopenRun))

const cases = program.command('cases').description('export and import cases')
cases
  .command('export')
  .description('export all cases in order')
  .addOption(new Option('--format <format>').choices(CASE_EXPORT_FORMATS).default('csv'))
  .option('--safe', 'guard CSV cells that a spreadsheet could run as formulas; an import reads them back')
  .option('--output <file>', 'write to a file instead of stdout')
  .action(handle(exportCases))
cases
  .command('import <file>')
  .description('create and update cases from a file of Assay or another tool; - reads stdin')
  .option('--dry-run', 'print the changes without making them')
  .option('--ignore-refs', 'ignore the numbers of the file, as for a file of another project')
  .option('--map <column=field>', 'what a column is, such as Title=name; can be repeated', columnMapping)
  .option('--skip-refused', 'import the other rows if some are refused')
  .action(handle(importCases))

program
  .command('results')
  .description('record results')
  .command('record <run> <case>')
  .description('record an execution of a case in a run, both by ref (R36, C12) or id')
  .option('--value <value>', 'what was seen; compared with what is expected')
  .addOption(new Option('--status <status>', 'a verdict instead of a value').choices(VERDICTS))
  .option('--note <text>', 'a note')
  .option('--defect <reference>', 'a known defect: a key such as PAY-123, or an address; can be repeated', each)
  .action(handle(recordResult))
program
  .command('attach <case> <files...>')
  .description('attach files to a case (C12), or to its result in a run')
  .option('--run <run>', 'the run whose result gets the files, by id, key or ref')
  .action(handle(attach))
program
  .command('open [what]')
  .description('print the address of a run (R36), a case (C12) or the project, and open it on a terminal')
  .option('--no-browser', 'only print it')
  .action(handle(openPage))
program
  .command('members')
  .description('list the members of the project')
  .command('list')
  .description('list the members; needs ASSAY_TOKEN')
  .action(handle(listMembers))
program
  .command('mcp')
  .description('serve the tools of the server to an agent (MCP) over stdin and stdout')
  .action(handle(serveMcp))
program.command('login').description('store a token that you create in the browser and paste').action(handle(login))
program.command('whoami').description('check the credentials and show their project').action(handle(whoami))
program
  .command('config')
  .description('manage the config file')
  .command('set')
  .description('write --url, --project and --secret to it')
  .action(handle(setConfig))

program
  .command('completion')
  .description('print a script that completes commands and options in a shell')
  .addArgument(new Argument('<shell>').choices(SHELLS))
  .action(handle((session, shell) => printCompletion(session, program, shell)))

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
}

function withFacts(command: Command): Command {
  return command
    .option('--branch <name>', "the branch that is tested (the CI's)")
    .option('--commit <hash>', "the commit that is tested (the CI's)")
    .option('--environment <name>', 'where it is tested, such as staging')
    .option('--build-url <url>', "the page of the build (the CI's)")
    .option('--milestone <name>', 'for which milestone it is tested')
}

/** Commander passes the arguments, then the options, then the command. */
function handle(work: (session: Session, ...args: any[]) => Promise<void>) {
  return async (...given: unknown[]) => {
    const command = given.pop() as Command
    const flags = command.optsWithGlobals<GlobalFlags>()
    await runCommand(flags, (session) => work(session, ...given.slice(0, -1), flags))
  }
}
