import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // Every route is known to the browser from the first page: no manifest calls while shopping.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
