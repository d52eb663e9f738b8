import { PENDING_PROPERTY } from '#shared/test-reports/pending-property.ts'
import { splitKeys } from './case-keys.ts'
import { NOT_KEPT } from './ignored.ts'
import { junitEvidence } from './junit-evidence.ts'
import { type Outcome, outcomeElement as outcomeNamed } from './junit-outcomes.ts'
import { outputLines } from './junit-output.ts'
import { junitSuites } from './junit-suites.ts'
import { libcheckSuite } from './libcheck.ts'
import { testDefects } from './test-defects.ts'
import { testFiles } from './test-files.ts'
import type { Element, Kept, XmlFormat, XmlReport, XmlTools } from './xml-format.ts'
import type { XmlAttributes } from './xml-parser.ts'

type Case = {
  outcomes: Outcome[]
  keys: string[]
  /** The names of its elements that JUnit lacks, and whether it has others. */
  others: Set<string>
  hasKnown: boolean
}

type UseProperty = (name: string, value: string) => boolean

/** The elements of a case that tell its kind come early. */
const OTHERS_MAX = 100

/** Characters that an outcome takes beside its texts. */
const OUTCOME_SIZE = 200

const ATTACHMENT = /^attachment/i

export const JUNIT: XmlFormat = { format: 'junit', title: 'JUnit', open: openJunit }

function openJunit({ sink, keep, unknown: unknownElement }: XmlTools, root: string, given: XmlAttributes): XmlReport {
  const suites = junitSuites(sink)
  const evidence = junitEvidence()
  return {
    root: suiteElement(root, given),
    comment: (text) => suites.takeComment(text),
    end() {
      evidence.end()
      suites.end()
    },
  }

  function suiteElement(name: string, attributes: XmlAttributes): Element {
    evidence.suite(attributes)
    if (name === 'testsuites') suites.openRoot(attributes)
    else suites.open(attributes)
    return { child: childOfSuite, close: () => name === 'testsuite' && suites.close() }
  }

  function childOfSuite(name: string, attributes: XmlAttributes): Element {
    if (name === 'testsuite' || name === 'testsuites') return suiteElement(name, attributes)
    if (name === 'testcase') return caseElement(attributes)
    if (name === 'suite') return libcheckSuite(sink, keep, unknownElement)
    if (name === 'properties') return suiteProperties()
    const stated = outcomeNamed(name)
    if (stated === 'failure' || stated === 'error')
      return outcomeElement(stated, attributes, { size: 0 }, (outcome) => suites.failItself(outcome))
    if (name === 'system-out' || name === 'system-err') suites.startOutput()
    if (name === 'system-out')
      return outputElement(
        name,
        () => false,
        (text) => suites.addOutput(text),
      )
    if (name === 'system-err') return { child: unknownElement, text: (text) => suites.addErrorText(text) }
    return unknownElement(name)
  }

  function suiteProperties(): Element {
    suites.openProperties()
    return propertiesElement((name, value) => {
      suites.addProperty(name, value)
      return false
    })
  }

  function caseElement(attributes: XmlAttributes): Element {
    const files = testFiles(sink)
    const defects = testDefects(sink)
    const testcase: Case = { outcomes: [], keys: [], others: new Set(), hasKnown: false }
    const kept: Kept = { size: 0 }
    return {
      child(name, given) {
        const known = knownChild(name, given)
        if (known) testcase.hasKnown = true
        else if (testcase.others.size < OTHERS_MAX) testcase.others.add(name)
        return known ?? unknownElement(name)
      },
      close() {
        evidence.testcase(attributes, testcase.others, testcase.hasKnown)
        suites.test(attributes, testcase.outcomes, testcase.keys, { ...files.found(), ...defects.found() })
      },
    }

    function knownChild(name: string, given: XmlAttributes): Element | undefined {
      const stated = outcomeNamed(name)
      if (stated) return outcomeElement(stated, given, kept, addOutcome, useProperty)
      if (name === 'properties') return propertiesElement(useProperty)
      return name === 'system-out' || name === 'system-err' ? outputElement(name, useProperty) : undefined
    }

    function addOutcome(outcome: Outcome) {
      kept.size += OUTCOME_SIZE
      keep(kept, '')
      testcase.outcomes.push(outcome)
    }

    function useProperty(name: string, value: string): boolean {
      if (ATTACHMENT.test(name)) {
        files.addPath(value)
        return true
      }
      if (name === PENDING_PROPERTY.name && value === PENDING_PROPERTY.value) {
        addOutcome({ element: 'pending', attributes: {}, body: '', stackTrace: '' })
        return true
      }
      if (defects.take(name, value)) {
        keep(kept, value)
        return true
      }
      const directive = suites.directiveOf(name, value)
      if (directive) addOutcome(directive)
      if (name !== 'test_id') return directive !== undefined
      keep(kept, value)
      for (const key of splitKeys(value)) testcase.keys.push(key)
      return true
    }
  }

  function outcomeElement(
    element: string,
    attributes: XmlAttributes,
    kept: Kept,
    done: (outcome: Outcome) => void,
    use: UseProperty = () => false,
  ): Element {
    const outcome: Outcome = { element, attributes, body: '', stackTrace: '' }
    keep(kept, attributes['message'] ?? '')
    return {
      child(name) {
        if (name === 'stackTrace')
          return { child: unknownElement, text: (text) => (outcome.stackTrace += keep(kept, text)) }
        if (name === 'system-out' || name === 'system-err') return outputElement(name, use)
        return unknownElement(name)
      },
      text: (text) => (outcome.body += keep(kept, text)),
      close: () => done(outcome),
    }
  }

  function propertiesElement(use: UseProperty): Element {
    return {
      child(element, { name = '', value }) {
        if (element !== 'property') return unknownElement(element)
        let body = ''
        const kept: Kept = { size: 0 }
        return {
          child: unknownElement,
          text: (text) => (body += keep(kept, text)),
          close: () => takeProperty(name, value ?? body.trim(), use),
        }
      },
    }
  }

  function takeProperty(name: string, value: string, use: UseProperty) {
    if (use(name, value)) return
    if (ATTACHMENT.test(name)) sink.ignore('attachment', NOT_KEPT.attachment)
    else if (/^step\b/i.test(name)) sink.ignore('step', NOT_KEPT.step)
    else sink.ignore('property', NOT_KEPT.property)
  }

  function outputElement(element: string, use: UseProperty, keepText: (text: string) => void = () => {}): Element {
    const lines = outputLines({
      attachment: (path) => takeProperty('attachment', path, use),
      property: (name, value) => takeProperty(name, value, use),
    })
    return {
      child: unknownElement,
      text(text) {
        lines.write(text)
        keepText(text)
      },
      close: () => lines.end() && sink.ignore(element, NOT_KEPT.output),
    }
  }
}
