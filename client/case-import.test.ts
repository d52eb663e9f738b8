import { describe, expect, test } from 'vitest'
import { useCaseFiles } from './case-files-testing.ts'
import { assay, assayOnTerminal, type Fault, faultyProxy, hasTerminals } from './testing.ts'

const ESCAPE = '\u001B'

const { server, now, file, importing, contentOf } = await useCaseFiles()
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

  test('import names every row whose ref belongs to another project, and --ignore-refs matches it by its names', async () => {
    await importing(file('suite,name,type,automationKey\nS,A,auto,k1\nS,B,auto,\n'))
    const foreign = file('ref,suite,name,type\nC1,Other,Elsewhere,auto\nC9,S,B,auto\nREQ-1,S,A,auto\nC1,S,A,auto\n')
    const { code, stderr } = await importing(foreign)
    const hint = 'Empty the cell, or use --ignore-refs for a file of another project'
    expect([code, stderr.split('\n').slice(1, -1)]).toEqual([
      2,
      [
        '  row 2: C1 is S › A in this project',
        '  row 3: C9 is no case of this project',
        '  row 4: REQ-1 is no case of this project',
        `    ${hint}`,
        '  row 5: row 2 has the same ref',
      ],
    ])
    expect(await names()).toEqual(['S/A', 'S/B'])
    const first = file('ref,suite,name,type\nC1,Other,Elsewhere,auto\nC9,S,B,auto\n')
    expect((await importing(first, '--ignore-refs')).stdout).toContain('1 case created, 0 updated, 1 unchanged')
  })

  test.each([
    ['suite,name,type,priority\nS,A,auto,urgent\n', 'priority must be one of low, medium, high, critical'],
    [`suite,name,type,tags\nS,A,auto,${'x'.repeat(51)}\n`, 'A tag must be at most 50 characters long'],
    ['suite,name,type,steps\nS,A,auto,"Pay\n1. Refund\n2. "\n', null],
    ['suite,name,type,steps\nS,A,auto,"1. Pay\n2. \n=> A receipt"\n', 'step 2: Step action is required'],
    ['suite,name,type,steps\nS,A,auto,=> A receipt\n', 'step 1: Step action is required'],
    ['[{"suite":"S","name":"A","type":"auto","steps":"1. Pay"}]', 'steps must be a list or null'],
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

  test('import lists every problem with its row and sends nothing', async () => {
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
      'row 2: the type of a case cannot change from auto to manual',
      'row 3: Suite name is required',
      'row 3: Test case name is required',
      'row 4: Expected value must be a number',
      'row 5: Expected value is required',
      'row 5: row 4 has the same automationKey',
      'row 6: Expected value type must be string, number or boolean',
      'row 6: type must be manual or auto',
      'row 7: it has 2 cells, but the header has 6',
    ]
    expect(
      stderr
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
        .toSorted(),
    ).toEqual(problems)
    expect(JSON.parse(stdout).error.problems).toHaveLength(problems.length)
    expect(await names()).toEqual(['S/A'])
  })

  test.each([
    ['', 'the header has no column suite'],
    ['suite,title\nS,A\n', 'the header has no column name'],
    ['suite,name,Suite\n', 'the header has suite 2 times'],
    ['suite,name\nS,"A\n', 'the file is not valid CSV: Quote Not Closed'],
    ['[{"suite": ]', 'the file is not valid JSON'],
    [Buffer.from('suite,name\nS,\xe4\n', 'latin1'), 'the file is not UTF-8'],
  ])('import refuses %j', async (content, message) => {
    const { code, stderr } = await importing(file(content))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test.runIf(hasTerminals)('import draws a progress bar on a terminal and erases it', async () => {
    const path = file(
      ['suite,name,type', ...Array.from({ length: 300 }, (_, index) => `S${index % 3},${index},auto`)].join('\n'),
    )
    const { code, screen } = await assayOnTerminal(['cases', 'import', path], now.env)
    expect([code, screen]).toEqual([0, expect.stringMatching(/\[=+-+\] \d+% \d+\/300 /)])
    expect(screen.slice(screen.lastIndexOf(`${ESCAPE}[2K`) + 4)).toMatch(/^300 cases created, .*\r\n$/)
    expect((await assayOnTerminal(['cases', 'import', path, '--quiet', '--json'], now.env)).screen).toMatch(/^\{/)
  })

  test('import over a faulty network creates each case once, in order', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `${'ST'[index % 2]},case ${index},auto`)
    const faults: Fault[] = [
      'pass',
      'pass',
      'drop the response',
      { status: 503 },
      'pass',
      'reset before the request',
      'pass',
      'pass',
      'pass',
      'drop the response',
      { status: 429 },
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

  test('the same command completes an interrupted import', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => `S,case ${index},auto`)
    const path = file(['suite,name,type', ...rows].join('\n'))
    const proxy = await faultyProxy(server.url, ['pass', 'pass', 'pass', 'pass', 'pass', 'drop the response'])
    const broken = await assay(['--retries', '0', 'cases', 'import', path], {
      env: { ...now.env, ASSAY_URL: proxy.url },
    })
    await proxy.close()
    expect([broken.code, broken.stderr]).toEqual([
      4,
      expect.stringContaining('2 of 10 changes applied. Run the same command again to continue'),
    ])
    expect((await importing(path)).stdout).toBe('7 cases created, 0 updated, 3 unchanged; 0 suites created\n')
    expect(await names()).toEqual(rows.map((row) => row.split(',').slice(0, 2).join('/')))
  })
})
