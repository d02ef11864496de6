import { build, type Plugin } from 'vite'

const MARK = '?script'

/**
 * The scripts and the style sheets are compiled for these browsers. `web/tsconfig.json` finds what they lack besides syntax. For phones and
 * PCs it is the Chrome that Windows 7 kept, and an iPhone of 2015 with its last update but one.
 */
export const oldest = ['chrome109', 'safari15.4', 'firefox115']
/** The console is also on TVs of 2021. */
export const oldestWithTvs = ['chrome76', 'safari13']

/**
 * Makes `import { text } from './file.ts?script'` the text of a classic script: the file with its imports, compiled and minified. The
 * server puts it into the document. Build and development behave the same.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(MARK)) return
      const file = id.slice(0, -MARK.length)
      this.addWatchFile(file)
      return `export const text = ${JSON.stringify(await compiled(file))}`
    },
  }
}

/** Returns the text for a `<script>` element. Throws if the file does not compile. */
export async function compiled(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: oldestWithTvs, rolldownOptions: { input: file, output: { format: 'iife' } } },
  })
  const code = [built].flat().flatMap((one) => ('output' in one ? one.output[0].code : []))[0]
  if (code === undefined) throw new Error(`${file} did not compile`)
  // An end tag inside the text would end the element.
  return code.trim().replaceAll('</script', '<\\/script')
}
