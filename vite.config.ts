import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files instead of thirty: each costs its headers, and together they compress better.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'shop', test: /\/(app\/(ui|storefront|account)|shop)\//, minShareCount: 5, maxModuleSize: 12_000 },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { input: './server.ts' } } },
  },
})
