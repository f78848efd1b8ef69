import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // scripts/build.ts names the folder.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build/partial-by-hand',
  ssr: true,
  // Every route is known to the browser from the first page: no manifest calls while shopping.
  routeDiscovery: { mode: 'initial' },
  // A clientLoader of three lines is not worth a file and its headers.
  splitRouteModules: false,
} satisfies Config
