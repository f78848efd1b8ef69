import { reactRouter } from '@react-router/dev/vite'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ensureChromium } from './scripts/chromium.ts'

const exclude = ['node_modules', 'build', 'e2e']

/** Slow files: those that wait for minutes, for leases and for shops that restart, and one test that tries whole histories. Run last, they would run alone. */
const long =
  /\/((faults|crash|backup|admin|decisions|kill|sale-clock|processes|build|neighbours)\.pg|random-events|fuzz)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return [
      ...others.filter(({ moduleId }) => long.test(moduleId)),
      ...others.filter(({ moduleId }) => !long.test(moduleId)),
    ]
  }
}

/**
 * The pages as in the shop. Their plugin starts to watch while it is set up, also in a run of the other project alone,
 * which never ends it: so what it started is ended right there, and it takes no part in a server for browsers.
 */
function pages(): Plugin[] {
  const plugins = reactRouter()
  const end = plugins.find(({ name }) => name === 'react-router')?.buildEnd
  if (typeof end !== 'function') throw new Error('the plugin of the pages no longer ends its watching with buildEnd')
  return [
    ...plugins.map((plugin) => ({ ...plugin, configureServer: undefined })),
    { name: 'watch-nothing', config: async () => Reflect.apply(end, undefined, []) },
  ]
}

export default defineConfig({
  server: { watch: null },
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest leaves one core free; of two that is half.
    maxWorkers: 2,
    // Files of one worker share its globals.
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      {
        plugins: [pages()],
        test: {
          name: 'shop',
          // The files of one worker share its modules and its database: loading them for each file took two thirds of the time.
          isolate: false,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.pg.test.ts', '**/*.browser.test.tsx'],
          globalSetup: './test/answers/seen.ts',
          // The first test of a file loads the whole shop: on a busy machine that alone takes twenty seconds.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Without the pages: a second plugin of theirs would write .react-router/types at the same time.
        test: {
          name: 'postgres',
          isolate: false,
          include: ['**/*.pg.test.ts'],
          exclude,
          globalSetup: './test/postgres.ts',
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Components in a real browser: focus, dialogs and the keyboard are its own, and no page or server is needed.
        optimizeDeps: {
          // All of them at once: a package that is found while the tests run brings a second React with it.
          noDiscovery: true,
          include: [
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'react-router',
            'vitest-browser-react',
            '@dnd-kit/core',
            '@dnd-kit/sortable',
            '@dnd-kit/utilities',
            // Two hundred files, which are fetched one by one otherwise.
            '@zxing/library',
          ],
        },
        test: {
          name: 'browser',
          isolate: false,
          include: ['**/*.browser.test.tsx'],
          exclude,
          setupFiles: './test/screen.ts',
          testTimeout: 15_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                // Asked for by this project alone: the others run where there is no browser.
                get executablePath() {
                  return ensureChromium()
                },
                args: ['--no-sandbox', '--disable-gpu'],
              },
              contextOptions: { locale: 'tr-TR', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
