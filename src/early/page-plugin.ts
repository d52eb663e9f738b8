import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type IndexHtmlTransformContext, type Plugin, type Rolldown } from 'vite'
import { PAGE_FILES, SCREENS } from './screens.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const FONT = /inter-latin-wght-normal.*\.woff2$/

/**
 * Completes the page: the early script inline, the logo of the skeleton, a preload of the font, and the stylesheet
 * after the skeleton. Before it, the stylesheet would delay the first paint of the skeleton.
 */
export function pagePlugin(): Plugin {
  return {
    name: 'assay-page',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => FONT.test(file))
        const script = await earlyScript(filesOfScreens(bundle))
        const logo = readFileSync(here('../public/favicon.svg'), 'utf8').trim()
        const styles: string[] = []
        return html
          .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, (link) => (styles.push(link.trim()), ''))
          .replace('<!-- logo -->', () => logo)
          .replace('<!-- early script -->', () => `<script>${script}</script>${fontLink(font)}`)
          .replace('<!-- styles -->', () => styles.join('\n    '))
      },
    },
  }
}

const fontLink = (file: string | undefined) =>
  file ? `\n    <link rel="preload" as="font" type="font/woff2" crossorigin href="./${file}" />` : ''

async function earlyScript(files: string[][]): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { SCREEN_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: here('./early.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return output[0].code.trim().replaceAll('</', String.raw`<\/`)
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** The scripts and styles that each screen needs besides those in the page. */
function filesOfScreens(bundle: Bundle): string[][] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  if (chunks.length === 0) return []
  const inPage = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => closureOf(bundle, chunk.fileName)))
  return SCREENS.map(({ pages }) => {
    const entries = pages.map((page) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${PAGE_FILES[page]}`))
      if (!chunk) throw new Error(`screens.ts names ${PAGE_FILES[page]}, which the app does not load as a page`)
      return chunk.fileName
    })
    return [...new Set(entries.flatMap((entry) => closureOf(bundle, entry)))].filter((file) => !inPage.has(file))
  })
}

function closureOf(bundle: Bundle, file: string, seen = new Set<string>()): string[] {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return []
  seen.add(file)
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
  return [file, ...styles, ...chunk.imports.flatMap((imported) => closureOf(bundle, imported, seen))]
}
