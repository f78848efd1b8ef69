import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vitest/config'

const exclude = ['node_modules', 'build', 'e2e']

export default defineConfig({
  server: { watch: null },
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        plugins: [reactRouter()],
        test: { name: 'shop', include: ['**/*.test.{ts,tsx}'], exclude: [...exclude, '**/*.pg.test.ts'], environment: 'node' },
      },
      {
        plugins: [reactRouter()],
        test: { name: 'postgres', include: ['**/*.pg.test.ts'], exclude, environment: 'node', fileParallelism: false, testTimeout: 180_000 },
      },
    ],
  },
})
