import { type DefaultTreeAdapterTypes as Parsed, html, parse } from 'parse5'

/*
 * The part of the DOM that Turndown uses, over the tree of parse5. The DOM that Turndown brings takes half a
 * millisecond for each text.
 */

const ROOT = 'x-turndown'
const [ELEMENT, TEXT, COMMENT] = [1, 3, 8]

/** The contents of a text of HTML, in an element; undefined if the text replaces the whole document. */
export function htmlTree(text: string): HTMLElement | undefined {
  const document = parse(`<${ROOT}>${text}</${ROOT}>`, { scriptingEnabled: false })
  const root = childOf(childOf(childOf(document, 'html'), 'body'), ROOT)
  return root && (nodeOf(root, new Set()) as unknown as HTMLElement)
}

const childOf = (parent: Parsed.ParentNode | undefined, name: string) =>
  parent?.childNodes.find((child) => child.nodeName === name) as Parsed.Element | undefined

function nodeOf(parsed: Parsed.ChildNode, names: Set<string>): HtmlNode {
  if (parsed.nodeName === '#text') return new HtmlNode(TEXT, parsed.nodeName, (parsed as Parsed.TextNode).value, names)
  if (!('tagName' in parsed)) return new HtmlNode(COMMENT, parsed.nodeName, '', names)
  const name = parsed.namespaceURI === html.NS.HTML ? parsed.tagName.toUpperCase() : parsed.tagName
  names.add(name)
  const node = new HtmlNode(ELEMENT, name, '', names, parsed.attrs)
  for (const child of parsed.childNodes) node.append(nodeOf(child, names))
  return node
}

class HtmlNode {
  readonly nodeType: number
  readonly nodeName: string
  data: string
  parentNode: HtmlNode | null = null
  firstChild: HtmlNode | null = null
  lastChild: HtmlNode | null = null
  previousSibling: HtmlNode | null = null
  nextSibling: HtmlNode | null = null
  readonly #attributes: readonly { name: string; value: string }[]
  /** The names of all elements of the tree. */
  readonly #names: ReadonlySet<string>
  #text: string | undefined
  #children: HtmlNode[] | undefined

  constructor(
    nodeType: number,
    nodeName: string,
    data: string,
    names: ReadonlySet<string>,
    attributes: readonly { name: string; value: string }[] = [],
  ) {
    this.nodeType = nodeType
    this.nodeName = nodeName
    this.data = data
    this.#names = names
    this.#attributes = attributes
  }

  append(child: HtmlNode): void {
    child.parentNode = this
    child.previousSibling = this.lastChild
    if (this.lastChild) this.lastChild.nextSibling = child
    else this.firstChild = child
    this.lastChild = child
  }

  removeChild({ previousSibling, nextSibling }: HtmlNode): void {
    if (previousSibling) previousSibling.nextSibling = nextSibling
    else this.firstChild = nextSibling
    if (nextSibling) nextSibling.previousSibling = previousSibling
    else this.lastChild = previousSibling
  }

  /** Turndown changes the copy that it takes of a tree. This tree is nobody else's. */
  cloneNode(): this {
    return this
  }

  get nodeValue(): string {
    return this.data
  }

  get childNodes(): HtmlNode[] {
    const nodes: HtmlNode[] = []
    for (let child = this.firstChild; child; child = child.nextSibling) nodes.push(child)
    return nodes
  }

  /** Turndown removes no elements. */
  get children(): HtmlNode[] {
    return (this.#children ??= this.childNodes.filter(({ nodeType }) => nodeType === ELEMENT))
  }

  get lastElementChild(): HtmlNode | undefined {
    return this.children.at(-1)
  }

  /** Turndown reads it when the texts are final. */
  get textContent(): string {
    if (this.nodeType !== ELEMENT) return this.data
    return (this.#text ??= this.childNodes.reduce(
      (text, child) => (child.nodeType === COMMENT ? text : text + child.textContent),
      '',
    ))
  }

  getAttribute(name: string): string | null {
    return this.#attributes.find((attribute) => attribute.name === name)?.value ?? null
  }

  getElementsByTagName(name: string): HtmlNode[] {
    return this.#names.has(name) ? this.#named(name) : []
  }

  #named(name: string): HtmlNode[] {
    return this.children.flatMap((child) => [...(child.nodeName === name ? [child] : []), ...child.#named(name)])
  }
}
