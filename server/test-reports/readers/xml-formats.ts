import { JUNIT } from './junit-elements.ts'
import { NUNIT2 } from './nunit2.ts'
import { NUNIT3 } from './nunit3.ts'
import { otherXml } from './other-formats.ts'
import { ROBOT } from './robot.ts'
import { TESTNG } from './testng.ts'
import { TRX } from './trx.ts'
import type { XmlFormat } from './xml-format.ts'
import type { XmlAttributes } from './xml-parser.ts'
import { XUNIT } from './xunit.ts'

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
export function formatOfRoot(root: string, attributes: XmlAttributes): XmlFormat {
  if (root === 'TestRun' && Object.values(attributes).some((value) => value?.includes(TRX_NAMESPACE))) return TRX
  const format = Object.hasOwn(BY_ROOT, root) ? BY_ROOT[root] : undefined
  if (!format) throw otherXml(root)
  return format
}
