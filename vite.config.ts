import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, minifySync, type Plugin } from 'vite'

type ModuleInfo = { importers: readonly string[]; importedIds: readonly string[] }
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null }

/** The pages that a shopper opens first, each in the folder of its name, and the frame around them. */
const firstPage = /\/app\/(root|storefront\/(\w+)\/\2)\.tsx$/

/** How many of the first pages need this file before they work. */
function pagesThatNeed(id: string, graph: ModuleGraph, seen = new Set<string>()): number {
  if (seen.has(id)) return 0
  seen.add(id)
  const above = graph.getModuleInfo(id)?.importers ?? []
  return above.reduce((sum, importer) => sum + pagesThatNeed(importer, graph, seen), firstPage.test(id) ? 1 : 0)
}

/** Names the chunk when at least so many of the first pages need the file. */
const sharedBy = (chunk: string, least: (id: string) => number) => (id: string, graph: ModuleGraph) =>
  pagesThatNeed(id, graph) >= least(id) ? chunk : null

/** Contracts, and what brings them along: a form that needs one fetches it, no other page does. */
function needsZod(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (/\/node_modules\/zod\//.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (graph.getModuleInfo(id)?.importedIds ?? []).some((imported) => needsZod(imported, graph, seen))
}

/** The script that stands in every page, without a letter for nothing: a third of it. */
const smallStarter: Plugin = {
  name: 'small-starter',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/server/starter.js?raw')) return
    const { code } = minifySync('starter.js', readFileSync(id.replace('?raw', ''), 'utf8'))
    return `export default ${JSON.stringify(code)}`
  },
}

/**
 * V8 keeps a text with a single letter beyond Latin-1 at two bytes for each letter, and it keeps the server's sources. `charset`
 * leaves alone what stands in a tagged template: SQL, HTML and patterns, which mean the same with the letter's escape.
 */
const sourcesOfOneByte: Plugin = {
  name: 'sources-of-one-byte',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  renderChunk: (code) =>
    code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

/**
 * React comes as CommonJS: each file of the browser's script unwrapped it for itself, and called its functions as properties, whose names
 * no minifier shortens. Here it is unwrapped once, and its names are a module's exports like all others.
 */
const reactByName: Plugin = {
  name: 'react-by-name',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    // A build asks of thousands of imports: these alone.
    filter: { id: /^react(\/jsx-runtime|-dom)?$/ },
    async handler(id, importer, options) {
      // React's own parts ask one another as they always do.
      if (!importer || /\/node_modules\/(react|react-dom|scheduler)\/|^\0react-by-name:/.test(importer)) return
      const whole = await this.resolve(id, importer, { ...options, skipSelf: true })
      return whole && `\0react-by-name:${id}?${whole.id}`
    },
  },
  load: {
    filter: { id: /^\0react-by-name:/ },
    handler(id) {
      const [name = '', whole] = id.replace('\0react-by-name:', '').split('?')
      const names = Object.keys(createRequire(import.meta.url)(name)).filter((one) => one !== 'default')
      // A name that nobody asks for is left out.
      return `import whole from ${JSON.stringify(whole)}
export default whole
${names.map((one) => `export const ${one} = /* @__PURE__ */ (() => whole.${one})()`).join('\n')}`
    },
  },
}

/** The pages name the browser's style: the server needs none, and making it takes as long again. */
const noStyleOnServer: Plugin = {
  name: 'no-style-on-server',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  load: (id) => (id.endsWith('.css') ? '' : undefined),
}

/**
 * Drizzle asks of each part of a query what kind it is, by walking up its classes: more than half of the time that writing a query
 * takes. The answer is the same for all values of a class, so it is remembered.
 */
const quickKinds: Plugin = {
  name: 'quick-kinds',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform(code, id) {
    if (!/\/drizzle-orm\/entity\.js$/.test(id)) return
    const quick = code.replace('function is(value, type) {', `${rememberedKinds}\nfunction isAnew(value, type) {`)
    if (quick === code) throw new Error('quick-kinds does not know this version of drizzle-orm/entity.js')
    return quick
  },
}

const rememberedKinds = `
const kinds = new WeakMap();
function is(value, type) {
  const above = value && typeof value === "object" ? Object.getPrototypeOf(value) : null;
  if (above === null) return isAnew(value, type);
  let known = kinds.get(above);
  if (known === undefined) kinds.set(above, (known = new Map()));
  let answer = known.get(type);
  if (answer === undefined) known.set(type, (answer = isAnew(value, type)));
  return answer;
}`

/** Plugins of React Router for development, or for files named `.server` and `.client`, which the shop has none of. */
const idleInBuild =
  /^react-router:(dot-\w+|(inject-)?hmr-runtime|react-refresh-babel|route-chunks-index|split-route-modules)$/

/** The other plugins by name, each with the modules that concern it. */
const asked: Record<string, RegExp> = {
  'react-router': /\.module\.css$/,
  'react-router:build-client-route': /\?__react-router-build-client-route$/,
  'react-router:virtual-modules': /^\0?virtual:react-router\//,
  'react-router:route-exports': /\/app\/[^?]*\.tsx?(\?|$)/,
}

/** React Router's plugins, asked of the modules that concern them alone: a build asked them of each of its thousands of imports. */
function routerPlugins(): Plugin[] {
  const unknown = new Set(Object.keys(asked))
  const plugins = reactRouter().map((plugin): Plugin => {
    if (idleInBuild.test(plugin.name)) return { ...plugin, apply: 'serve' }
    const id = asked[plugin.name]
    if (id === undefined) return plugin
    const narrow = { ...plugin }
    for (const hook of ['resolveId', 'load', 'transform'] as const) {
      const handler = plugin[hook]
      if (typeof handler !== 'function') continue
      Object.assign(narrow, { [hook]: { filter: { id }, handler } })
      unknown.delete(plugin.name)
    }
    return narrow
  })
  if (unknown.size > 0) throw new Error(`React Router's plugins are others now: ${[...unknown].join(', ')}`)
  return plugins
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    smallStarter,
    noStyleOnServer,
    reactByName,
    sourcesOfOneByte,
    quickKinds,
    ...routerPlugins(),
  ],
  publicDir: 'app/public',
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    // Every page has these already: what is fetched later need not name them.
    modulePreload: {
      resolveDependencies: (_, files) => files.filter((file) => !/\/(rolldown-runtime|react|router|shop)-/.test(file)),
    },
  },
  environments: {
    client: {
      // For `npm run dev`: what Vite finds only while the first page loads makes it load twice.
      optimizeDeps: {
        include: [
          ...[
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom/client',
            'react-router',
            'react-router/dom',
          ],
          ...[
            'zod',
            'drizzle-orm',
            'drizzle-orm/pg-core',
            'chart.js',
            'react-image-crop',
            '@tanstack/react-virtual',
            '@zxing/library',
          ],
          ...['@dnd-kit/core', '@dnd-kit/sortable', '@dnd-kit/utilities'],
        ],
      },
      build: {
        rolldownOptions: {
          output: {
            // Pages name their files often: a letter less each.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // Few files instead of thirty: each costs its headers, and together they compress better.
            codeSplitting: {
              groups: [
                // Two, so that a phone compiles each of them in a task of its own.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'router', test: /node_modules\/react-router\// },
                {
                  name: sharedBy('shop', (id) => (id.includes('/storefront/listing/') ? 4 : 2)),
                  test: /^(?!.*node_modules).*\/(app|shop)\//,
                },
                // On the product page they stand below, and come at the first touch.
                {
                  name: sharedBy('cards', (id) => (id.includes('/card/') ? 2 : 3)),
                  test: /\/app\/storefront\/listing\//,
                },
                // Code that most panels, forms and pages of the admin share.
                {
                  name: (id: string, graph: ModuleGraph) => (needsZod(id, graph) ? null : 'panels'),
                  test: /\/(app\/(ui|browser)|shop)\//,
                  minShareCount: 5,
                },
                // Too small for files of their own, each of whose names the pages would list.
                {
                  name: 'small',
                  test: /\/(app\/(ui\/load-states|frame\/use-held-focus|account\/(list-states|orders\/asked-order)|storefront\/info\/trap)|shop\/rights)\.tsx?$/,
                },
                {
                  name: 'sign-in',
                  test: /\/(app\/account\/sign-in\/(password-\w+|use-link-request)|shop\/accounts\/checks)\.tsx?$/,
                },
                // The admin's own: every file of its pages is named in the list of routes that each page loads.
                { name: 'parts', test: /\/app\/admin\/parts\/(focus\/)?[^/]+$/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './server/app.ts', output: { charset: 'ascii', comments: false } } },
      // Its package.json is 180 kB, and Node reads it again for each of its many modules: half a second at each start.
      resolve: { noExternal: ['drizzle-orm'] },
    },
  },
})
