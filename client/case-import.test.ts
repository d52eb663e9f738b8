import { describe, expect, test } from 'vitest'
import { useCaseFiles } from './case-files-testing.ts'
import { assay, assayOnTerminal, type Fault, faultyProxy, hasTerminals } from './testing.ts'

const ESCAPE = '\u001B'

const { server, olga, now, file, importing, contentOf } = await useCaseFiles()
const names = async () => (await contentOf()).map(({ suite, name }: any) => `${suite}/${name}`)

describe('importing', () => {
  test.each([
    [
      'a byte order mark, semicolons and CRLF',
      '\uFEFFName;SUITE;Expected value;expected_value_type\r\nA;S;"1;\r\n2";String\r\n\r\nB;S;x;string\r\n',
    ],
    [
      'tabs and other columns',
      'suite\tname\texpectedValue\tExpected Value Type\tPriority\nS\tA\t"1;\r\n2"\tSTRING\thigh\nS\tB\tx\tstring\tlow\n',
    ],
    [
      'UTF-16',
      Buffer.from(
        '\uFEFFsuite\tname\texpectedvalue\texpectedvaluetype\r\nS\tA\t"1;\r\n2"\tstring\r\nS\tB\tx\tstring',
        'utf16le',
      ),
    ],
    ['empty rows', 'suite,name,expectedValue,expectedValueType\nS,A,"1;\r\n2",string\n,,,\n\nS,B,x,string\n,,,'],
  ])('import reads %s', async (_, content) => {
    expect((await importing(file(content))).code).toBe(0)
    expect(await contentOf()).toMatchObject([
      { name: 'A', suite: 'S', expectedValue: '1;\r\n2' },
      { name: 'B', expectedValue: 'x' },
    ])
  })

  test('import reads stdin', async () => {
    const { stdout } = await assay(['cases', 'import', '-'], {
      env: now.env,
      stdin: 'suite,name,type\nS,A,Automated\n',
    })
    expect(stdout).toBe('1 case created, 0 updated, 0 unchanged; 1 suite created\n')
  })

  test('import changes only what the file contains, and a second import changes nothing', async () => {
    await importing(
      file(
        'suite,name,type,description,expectedValue,preconditions\nS,A,auto,old,1,p\nS,B,auto,kept,2,\nS,C,auto,,3,\n',
      ),
    )
    const changed = file('suite,name,description,type\nS,B,kept,auto\nS,A,new,\nT,D,,auto\n')
    const dry = await importing(changed, '--dry-run')
    expect(dry.stdout).toBe(
      'update  S › A: description\ncreate  T › D\nNothing was changed. 1 case created, 1 updated, 1 unchanged; 1 suite created\n',
    )
    expect(await names()).toEqual(['S/A', 'S/B', 'S/C'])
    expect(JSON.parse((await importing(changed, '--json')).stdout)).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 1,
      suitesCreated: 1,
    })
    expect(await contentOf()).toMatchObject([
      { name: 'A', description: 'new', expectedValue: '1', preconditions: 'p' },
      { name: 'B', description: 'kept' },
      { name: 'C' },
      { name: 'D' },
    ])
    expect(JSON.parse((await importing(changed, '--json')).stdout)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
    })
  })

  test('import changes steps, priority and tags that people write in cells, and leaves missing columns', async () => {
    const written = [
      'suite,name,type,steps,priority,tags',
      'S,Numbered,manual,"1. Pay\n   by card\n=> A receipt\n2) Refund",High,"smoke, ""a,b"", Smoke"',
      'S,Lines,manual,"Pay\n=> A receipt\n\nRefund\n",,',
    ]
    expect((await importing(file(written.join('\n')))).stdout).toContain('2 cases created')
    const [numbered, lines] = await contentOf()
    expect(numbered).toMatchObject({
      steps: [
        { action: 'Pay\n   by card', expected: 'A receipt' },
        { action: 'Refund', expected: '' },
      ],
      priority: 'high',
      tags: ['smoke', 'a,b'],
    })
    expect(lines).toMatchObject({
      steps: [
        { action: 'Pay', expected: 'A receipt' },
        { action: 'Refund', expected: '' },
      ],
      priority: 'medium',
      tags: [],
    })
    expect((await importing(file('suite,name,description\nS,Numbered,By card\n'))).stdout).toContain('1 updated')
    expect(await contentOf()).toEqual([{ ...numbered, description: 'By card' }, lines])
    const cleared = await importing(
      file('suite,name,expectedValueType,expectedValue,steps,priority,tags\nS,Numbered,string,x,,,\n'),
    )
    expect(cleared.stdout).toContain('1 updated')
    expect((await contentOf())[0]).toMatchObject({ steps: [], priority: 'medium', tags: [] })
  })

  test('import matches a case by ref first, whatever its name and key', async () => {
    await importing(file('suite,name,type,automationKey\nS,A,auto,k1\nS,A,auto,\nS,B,auto,k2\n'))
    const { stdout } = await importing(
      file(
        'ref,suite,name,type,automationKey,tags\nc2,S,A,auto,k3,second\nC3,S,New name,auto,k2,third\n,S,A,auto,k1,first\n',
      ),
    )
    expect(stdout).toBe('0 cases created, 3 updated, 0 unchanged; 0 suites created\n')
    expect(await contentOf()).toMatchObject([
      { name: 'A', automationKey: 'k1', tags: ['first'] },
      { name: 'A', automationKey: 'k3', tags: ['second'] },
      { name: 'New name', automationKey: 'k2', tags: ['third'] },
    ])
  })

  test('a ref keeps its number where it is free, a case of another project gets a new one, and --ignore-refs ignores refs', async () => {
    await importing(file('suite,name,type,automationKey\nS,A,auto,k1\nS,B,auto,\n'))
    const foreign = file('ref,suite,name,type\nC1,Other,Elsewhere,auto\nC9,S,B,auto\nC30,S,New,auto\nC1,S,A,auto\n')
    const { code, stdout, stderr } = await importing(foreign)
    expect([code, stdout]).toEqual([0, '2 cases created, 0 updated, 2 unchanged; 1 suite created\n'])
    expect(stderr).toContain('row 2: C1 is taken; the case gets a new ref')
    expect(await names()).toEqual(['S/A', 'S/B', 'S/New', 'Other/Elsewhere'])
    expect((await server.get(`/projects/${now.project.id}/test-cases/C30`, olga)).body.name).toBe('New')
    const refs = file('ref,suite,name,type\nREQ-1,S,A,auto\n')
    expect((await importing(refs)).stderr).toContain('row 2: REQ-1 is no number of a case, such as C12')
    const first = file('ref,suite,name,type\nC70,S,Other,auto\nC9,S,B,auto\n')
    expect((await importing(first, '--ignore-refs')).stdout).toContain('1 case created, 0 updated, 1 unchanged')
    expect((await server.get(`/projects/${now.project.id}/test-cases/C70`, olga)).status).toBe(404)
  })

  test.each([
    ['suite,name,type,priority\nS,A,auto,urgent\n', 'priority must be one of low, medium, high, critical'],
    [`suite,name,type,tags\nS,A,auto,${'x'.repeat(51)}\n`, 'A tag must be at most 50 characters long'],
    ['suite,name,type,steps\nS,A,auto,"Pay\n1. Refund\n2. "\n', null],
    ['suite,name,type,steps\nS,A,auto,"1. Pay\n2. \n=> A receipt"\n', 'step 2: Step action is required'],
    ['suite,name,type,steps\nS,A,auto,=> A receipt\n', 'step 1: Step action is required'],
    ['[{"suite":"S","name":"A","type":"auto","steps":"1. Pay"}]', 'steps must be a list'],
    ['[{"suite":"S","name":"A","type":"auto","steps":["Pay"]}]', 'step 1: each step must be an object'],
    ['[{"suite":"S","name":"A","type":"auto","tags":[5]}]', 'Tag must be text'],
  ])('import of %j has the problem %j', async (content, problem) => {
    const { code, stderr } = await importing(file(content))
    if (problem === null) expect(code).toBe(0)
    else expect([code, stderr]).toEqual([2, expect.stringContaining(problem)])
  })

  test('import matches a case by automation key, whatever its name', async () => {
    await importing(file('suite,name,type,automationKey\nS,A,auto,k1\nS,B,auto,\n'))
    const { stdout, stderr } = await importing(
      file('suite,name,type,automationKey\nT,A2,auto,k1\nS,B,auto,k2\nS,A,auto,k3\n'),
    )
    expect(stdout).toBe('1 case created, 2 updated, 0 unchanged; 0 suites created\n')
    expect(stderr).toContain('row 2: the case stays in suite S')
    expect(await contentOf()).toMatchObject([
      { name: 'A2', automationKey: 'k1' },
      { name: 'B', automationKey: 'k2' },
      { name: 'A', automationKey: 'k3' },
    ])
  })

  test('import lists every problem with its row and changes nothing', async () => {
    await importing(file('suite,name,type\nS,A,auto\n'))
    const bad = [
      'suite,name,type,expectedValueType,expectedValue,automationKey',
      'S,A,manual,,,',
      ',,auto,,,',
      'S,"two\nlines",auto,number,five,k1',
      'S,B,manual,string,,k1',
      'S,C,other,date,x,',
      'S,D',
    ]
    const { code, stdout, stderr } = await importing(file(bad.join('\n')), '--json')
    expect(code).toBe(2)
    const problems = [
      'row 3: Test case name is required',
      'row 4: Expected value must be a number',
      'row 5: Expected value is required',
      'row 6: type must be manual or auto; Expected value type must be string, number or boolean',
      'row 7: it has 2 cells, but the header has 6',
    ]
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => line.trim())
    expect(lines).toEqual(['assay: nothing was imported; 5 problems:', ...problems])
    expect(JSON.parse(stdout).error.problems).toHaveLength(problems.length)
    expect(await names()).toEqual(['S/A'])
    const skipped = await importing(file(bad.join('\n')), '--skip-refused')
    expect([skipped.code, skipped.stdout]).toEqual([0, '0 cases created, 0 updated, 1 unchanged; 0 suites created\n'])
    expect(skipped.stderr).toContain('row 2: the case stays auto')
    expect(skipped.stderr).toContain('Skipped: 5 rows')
  })

  test('import maps columns by --map, and otherwise names those that the file has', async () => {
    const path = file('Titel,Folder,Owner\nPays,Cart,Ada\n')
    const { code, stderr } = await importing(path)
    expect([code, stderr]).toEqual([
      2,
      'assay: the header has no column for the name of a case. Say which: --map Title=name\n  It has: Titel, Folder, Owner\n',
    ])
    const mapped = await importing(path, '--map', 'Titel=name', '--map', 'Owner=')
    expect([mapped.code, mapped.stderr]).toEqual([0, 'Kept as extras: Owner (1 case)\n'])
    expect(await names()).toEqual(['Cart/Pays'])
    expect((await importing(path, '--map', 'Titel=nothing')).code).toBe(2)
  })

  test.each([
    ['', 'the file has no cases'],
    ['suite,name\n', 'the file has no cases'],
    ['suite,name\nS,"A\n', 'the file is not valid CSV: Quote Not Closed'],
    ['[{"suite": ]', 'the file is not valid JSON'],
    [Buffer.from('suite,name\nS,\xe4\n', 'latin1'), 'the file is not UTF-8'],
  ])('import refuses %j', async (content, message) => {
    const { code, stderr } = await importing(file(content))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test.runIf(hasTerminals)('import draws a progress bar on a terminal and erases it', async () => {
    const path = file(
      ['suite,name,type', ...Array.from({ length: 1_000 }, (_, index) => `S${index % 3},${index},auto`)].join('\n'),
    )
    const { code, screen } = await assayOnTerminal(['cases', 'import', path], now.env)
    expect([code, screen]).toEqual([0, expect.stringMatching(/\[[=-]+\] \d+% \d+\/1000 /)])
    expect(screen.slice(screen.lastIndexOf(`${ESCAPE}[2K`) + 4)).toMatch(/^1,000 cases created, .*\r\n$/)
    expect((await assayOnTerminal(['cases', 'import', path, '--quiet', '--json'], now.env)).screen).toMatch(/^\{/)
  })

  test('import over a faulty network creates each case once, in order', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `${'ST'[index % 2]},case ${index},auto`)
    const faults: Fault[] = [
      'reset before the request',
      'drop the response',
      { status: 503 },
      'pass',
      'drop the response',
      { status: 429 },
      'drop the response',
      'pass',
    ]
    const proxy = await faultyProxy(server.url, faults)
    const { code, stdout } = await assay(
      ['--retries', '9', 'cases', 'import', file(['suite,name,type', ...rows].join('\n'))],
      { env: { ...now.env, ASSAY_URL: proxy.url } },
    )
    await proxy.close()
    expect([code, faults, stdout]).toEqual([0, [], '30 cases created, 0 updated, 0 unchanged; 2 suites created\n'])
    const inOrder = (suite: string) =>
      rows.filter((row) => row.startsWith(suite)).map((row) => row.split(',').slice(0, 2).join('/'))
    expect(await names()).toEqual([...inOrder('S'), ...inOrder('T')])
  })

  test('the same command tells what an import did whose answer was lost', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => `S,case ${index},auto`)
    const path = file(['suite,name,type', ...rows].join('\n'))
    const proxy = await faultyProxy(server.url, ['pass', 'drop the response'])
    const broken = await assay(['--retries', '0', 'cases', 'import', path], {
      env: { ...now.env, ASSAY_URL: proxy.url },
    })
    await proxy.close()
    expect(broken.code).toBe(4)
    expect((await importing(path)).stdout).toBe('0 cases created, 0 updated, 10 unchanged; 0 suites created\n')
    expect(await names()).toEqual(rows.map((row) => row.split(',').slice(0, 2).join('/')))
  })
})
