import type { ReportReader, ReportSink } from '../reported-test.ts'
import { countedTests } from './counted-tests.ts'
import { NOT_KEPT } from './ignored.ts'
import { JUNIT } from './junit-elements.ts'
import type { ReaderLimits } from './limits.ts'
import { NUNIT2 } from './nunit2.ts'
import { NUNIT3 } from './nunit3.ts'
import { otherXml } from './other-formats.ts'
import { badLine } from './report-error.ts'
import { ROBOT } from './robot.ts'
import { TESTNG } from './testng.ts'
import { tidySink } from './tidy-sink.ts'
import { TRX } from './trx.ts'
import { type Element, IGNORED, type XmlFormat, type XmlReport, type XmlTools } from './xml-format.ts'
import { type XmlAttributes, xmlParser } from './xml-parser.ts'
import { XUNIT } from './xunit.ts'

/** Reads XML reports of all formats as a stream; the root element tells the format. */
export function xmlReader(target: ReportSink, limits: ReaderLimits): ReportReader {
  const open: Element[] = []
  let line = 1
  let format: XmlFormat | undefined
  let tools: XmlTools | undefined
  let report: XmlReport | undefined
  const parser = xmlParser(
    {
      open(name, attributes, at) {
        line = at
        open.push(open.at(-1)?.child(name, attributes) ?? openRoot(name, attributes))
      },
      text(text, at) {
        line = at
        open.at(-1)?.text?.(text)
      },
      close() {
        open.pop()?.close?.()
      },
      comment: (text) => report?.comment?.(text),
    },
    limits,
  )

  return {
    get format() {
      return format?.format ?? 'junit'
    },
    write: (chunk) => parser.write(chunk),
    *end() {
      parser.end()
      yield* report?.end?.() ?? []
      tools?.found.end()
      if (parser.hasInvalidBytes) tools?.sink.warn("Bytes that are invalid in the report's encoding were replaced")
      tools?.sink.finish()
    },
  }

  function openRoot(name: string, attributes: XmlAttributes): Element {
    format = formatOfRoot(name, attributes)
    const sink = tidySink(target, format.title)
    tools = {
      sink,
      found: countedTests(sink),
      limits,
      keep(kept, text) {
        kept.size += text.length
        if (kept.size > limits.text)
          throw badLine(line, `The texts of a test are longer than ${limits.text.toLocaleString('en')} characters`)
        return text
      },
      unknown(element) {
        sink.ignore(element, NOT_KEPT.unknown)
        return IGNORED
      },
    }
    report = format.open(tools, name, attributes)
    return report.root
  }
}

const BY_ROOT: Readonly<Record<string, XmlFormat>> = {
  testsuites: JUNIT,
  testsuite: JUNIT,
  robot: ROBOT,
  'test-run': NUNIT3,
  'test-results': NUNIT2,
  assemblies: XUNIT,
  assembly: XUNIT,
  'testng-results': TESTNG,
}

/** CppUnit and AUnit have the same root without a namespace. */
const TRX_NAMESPACE = 'microsoft.com'

/** The format of an XML file by its root element. Throws BAD_REQUEST for others. */
function formatOfRoot(root: string, attributes: XmlAttributes): XmlFormat {
  if (root === 'TestRun' && Object.values(attributes).some((value) => value?.includes(TRX_NAMESPACE))) return TRX
  const format = Object.hasOwn(BY_ROOT, root) ? BY_ROOT[root] : undefined
  if (!format) throw otherXml(root)
  return format
}
