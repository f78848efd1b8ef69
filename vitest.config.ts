import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vitest/config'

const exclude = ['node_modules', 'build', 'e2e']

/** The pages as in the shop. The plugin's own end of a dev server never comes in a test run, so it is left out. */
function pages() {
  return reactRouter().map((plugin) => ({ ...plugin, buildEnd: undefined }))
}

export default defineConfig({
  server: { watch: null },
  test: {
    // The pages' plugin keeps a watcher that never closes; nothing of ours is waited for.
    teardownTimeout: 500,
    // Vitest leaves one core free; of two that is half.
    maxWorkers: 2,
    projects: [
      {
        plugins: [pages()],
        test: {
          name: 'shop',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.pg.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [pages()],
        test: {
          name: 'postgres',
          include: ['**/*.pg.test.ts'],
          exclude,
          globalSetup: './test/postgres.ts',
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
