import type { ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { openApiDocument } from '../openapi/document.ts'
import { ERROR_CODES, MORE_CODES } from '../openapi/errors.ts'
import type { OpenApiVersion } from '../openapi/schema.ts'
import { patternOf } from '../http/routes.ts'
import { isOnPostgres } from './database.ts'
import type { Exchange } from './exchanges.ts'

/* Compares exchanges with the OpenAPI document, to the letter of its version. */

type Node = Record<string, any>
type Operation = { pointer: string; operation: Node; path: string }

const METHODS_WITHOUT_DOCUMENT = ['OPTIONS', 'HEAD']
/** Headers of HTTP itself and of browser security, which documents leave out. */
const PLAIN_HEADERS =
  /^(content-(type|length|encoding|security-policy)|transfer-encoding|connection|keep-alive|date|vary|allow|cache-control|referrer-policy|set-cookie|strict-transport-security|x-content-type-options|x-robots-tag|access-control-.*)$/

const VERSIONS: OpenApiVersion[] = ['3.1.0', '3.0.3']

let checks: DocumentCheck[] | undefined

/** Both versions say the same: on PostgreSQL, where its answers could differ, one is enough. */
export const documentChecks = (): DocumentCheck[] =>
  (checks ??= (isOnPostgres ? VERSIONS.slice(0, 1) : VERSIONS).map((version) => new DocumentCheck(version)))

class DocumentCheck {
  readonly #version: OpenApiVersion
  readonly #document: Node
  readonly #ajv: Ajv
  /** Literal paths first. */
  readonly #paths: { template: string; pattern: RegExp }[]
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(version: OpenApiVersion) {
    this.#version = version
    this.#document = JSON.parse(JSON.stringify(openApiDocument(version, '0')))
    this.#paths = Object.keys(this.#document['paths'])
      .toSorted(byParameters)
      .map((template) => ({ template, pattern: patternOf({ method: '', path: template }) }))
    // `nullable` of Ajv is that of 3.0.3: beside a type only, and an enumeration must list null.
    this.#ajv = new (version === '3.1.0' ? Ajv2020 : Ajv)({ strict: false })
    ;(formats.default as unknown as (ajv: Ajv) => void)(this.#ajv)
    this.#ajv.addFormat('binary', true)
    this.#ajv.addSchema(this.#document, 'document')
    this.#ajv.addSchema(closed(this.#document), 'answers')
  }

  /** The contradictions to the document: in the answer and, if it was accepted, in the request. */
  mismatches(exchange: Exchange): string[] {
    const { method, address, status } = exchange
    const path = address.split('?', 1)[0] as string
    const found = this.#find(method, path)
    const wrong = found ? this.#answer(found, exchange) : this.#undocumented(exchange)
    if (found && status < 300) wrong.push(...this.#request(found, exchange, path))
    return wrong.map((text) => `OpenAPI ${this.#version}: ${method} ${address.slice(0, 200)} (${status}): ${text}`)
  }

  #find(method: string, path: string): Operation | undefined {
    const key = method.toLowerCase()
    const found = this.#paths.find(
      ({ template, pattern }) => key in this.#document['paths'][template] && pattern.test(path),
    )
    if (!found) return undefined
    const { template } = found
    const pointer = `#/paths/${escaped(template)}/${key}`
    return { pointer, operation: this.#document['paths'][template][key], path: template }
  }

  /** Unknown addresses answer 404 (400 if malformed), unknown methods 405, and OPTIONS and HEAD have no body. */
  #undocumented({ method, status, headers, body }: Exchange): string[] {
    if (METHODS_WITHOUT_DOCUMENT.includes(method) && body.length === 0) return []
    if (![400, 404, 405].includes(status)) return ['the address is not in the document']
    const wrong = this.#errors('#/components/schemas/ApiError', json(body), 'body')
    return status === 405 && headers['allow'] === undefined ? [...wrong, 'a 405 without Allow'] : wrong
  }

  #answer({ pointer, operation }: Operation, { status, headers, body }: Exchange): string[] {
    const [at, response] = this.#resolve(`${pointer}/responses/${status}`, operation['responses'][status])
    if (!response) return [`the status is not in the document: ${body.toString().slice(0, 200)}`]
    return [...this.#answerHeaders(response, headers), ...this.#answerBody(at, response, status, headers, body)]
  }

  #answerHeaders(response: Node, headers: Exchange['headers']): string[] {
    const wrong: string[] = []
    const documented = Object.entries((response['headers'] ?? {}) as Node)
    for (const [name, given] of documented) {
      const [at, header] = this.#resolve('', given)
      const value = headers[name.toLowerCase()]
      if (value !== undefined)
        wrong.push(...this.#errors(`${at}/schema`, typed(String(value), header), `header ${name}`))
      else if (header['required']) wrong.push(`the header ${name} is missing`)
    }
    const names = documented.map(([name]) => name.toLowerCase())
    for (const name of Object.keys(headers))
      if (!names.includes(name) && !PLAIN_HEADERS.test(name)) wrong.push(`the header ${name} is not in the document`)
    return wrong
  }

  #answerBody(at: string, response: Node, status: number, headers: Exchange['headers'], body: Buffer): string[] {
    const type = mediaType(headers['content-type'] ?? '')
    if (!response['content']) return body.length === 0 ? [] : ['a body that is not in the document']
    if (!response['content'][type]) return [`the content type ${type} is not in the document`]
    const given = /[/+]json$/.test(type) ? json(body) : body.toString('latin1')
    const wrong = this.#errors(`${at}/content/${escaped(type)}/schema`, given, 'body', 'answers')
    const code = (given as Node | undefined)?.['code']
    const codes = [ERROR_CODES[status], ...(status === 409 ? MORE_CODES : [])]
    if (status >= 400 && !codes.includes(code)) wrong.push(`the code ${code} does not belong to the status`)
    return wrong
  }

  #request({ pointer, operation, path }: Operation, exchange: Exchange, given: string): string[] {
    const wrong: string[] = []
    const query = new URLSearchParams(exchange.address.split('?')[1])
    const inPath = partsOf(path, given)
    for (const [index, one] of ((operation['parameters'] ?? []) as Node[]).entries()) {
      const name = String(one['name'])
      const value =
        one['in'] === 'path'
          ? inPath[name]
          : one['in'] === 'query'
            ? query.getAll(name)
            : exchange.requestHeaders[name.toLowerCase()]
      const values = [value ?? []].flat()
      if (values.length === 0 && one['required']) wrong.push(`the parameter ${name} is missing`)
      const isList = one['schema']?.type === 'array'
      if (values.length > 1 && !isList) wrong.push(`the parameter ${name} is given ${values.length} times`)
      const texts = values.filter((text) => text !== '' || !one['allowEmptyValue'])
      for (const given of isList && texts.length > 0 ? [texts] : texts.map((text) => typed(text, one)))
        wrong.push(...this.#errors(`${pointer}/parameters/${index}/schema`, given, `${one['in']} ${name}`))
    }
    return [...wrong, ...this.#requestBody(pointer, operation, exchange)]
  }

  #requestBody(pointer: string, operation: Node, { requestHeaders, requestBody: body }: Exchange): string[] {
    const documented = operation['requestBody']
    if (!documented) return []
    if (body.length === 0) return documented['required'] ? ['the body is missing'] : []
    const type = mediaType(requestHeaders['content-type'] ?? 'application/octet-stream')
    // The document names one of the accepted types. Files accept any type, patches also merge patches.
    const named = Object.keys(documented['content'])
    const isTaken = named[0] === 'application/octet-stream' || type === 'application/merge-patch+json'
    const known = named.includes(type) ? type : isTaken ? named[0] : undefined
    if (!known) return [`the content type ${type} is not in the document`]
    if (known.endsWith('json') && requestHeaders['content-encoding']) return []
    return this.#errors(`${pointer}/requestBody/content/${escaped(known)}/schema`, readAs(known, body), 'body')
  }

  #errors(pointer: string, given: unknown, what: string, document: 'document' | 'answers' = 'document'): string[] {
    const $ref = document + pointer
    let validate = this.#validators.get($ref)
    if (!validate) {
      validate = this.#ajv.compile({ $ref })
      this.#validators.set($ref, validate)
    }
    if (validate(given)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what} ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  #resolve(pointer: string, node: Node | undefined): [string, Node] {
    const reference = node?.['$ref'] as string | undefined
    if (reference === undefined) return [pointer, node as Node]
    const parts = reference.slice(2).split('/')
    return [reference, parts.reduce((at, part) => at[part], this.#document)]
  }
}

/** The document of a server that answers no field without describing it. Callers may send more than a body describes. */
function closed(document: Node): Node {
  const copy = structuredClone(document)
  for (const schema of Object.values(copy['components'].schemas as Node))
    if (schema.properties) schema.additionalProperties = false
  return copy
}

const byParameters = (a: string, b: string) => a.split('{').length - b.split('{').length
const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
const mediaType = (type: unknown) => (String(type).split(';', 1)[0] as string).trim().toLowerCase()

/** Shared by both versions: parsing is most of the check of a large body. */
const parsed = new WeakMap<Buffer, unknown>()

function json(body: Buffer): unknown {
  if (!parsed.has(body)) parsed.set(body, parse(body))
  return parsed.get(body)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString().replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** The text of a parameter or header, converted to the type of its schema. */
function typed(text: string, { schema }: Node): unknown {
  if (schema?.type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  const isNumber = ['integer', 'number'].includes(schema?.type) && /^-?\d+$/.test(text)
  return isNumber ? Number(text) : text
}

function partsOf(template: string, path: string): Record<string, string> {
  const names = Array.from(template.matchAll(/\{(.+?)\}/g), ([, name]) => name as string)
  const pattern = new RegExp(`^${template.replace(/\{.+?\}/g, '([^/]+)')}/?$`, 'i')
  const [, ...values] = pattern.exec(path) ?? []
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]))
}

function readAs(type: string, body: Buffer): unknown {
  if (type.endsWith('json')) return json(body)
  return type.endsWith('urlencoded') ? Object.fromEntries(new URLSearchParams(body.toString())) : body.toString()
}
