import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false },
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
          ...['zod', 'drizzle-orm', 'drizzle-orm/pg-core', 'chart.js', 'react-image-crop', '@tanstack/react-table'],
          ...['@dnd-kit/core', '@dnd-kit/sortable', '@dnd-kit/utilities'],
        ],
      },
      build: {
        rolldownOptions: {
          output: {
            // Few files instead of thirty: each costs its headers, and together they compress better.
            codeSplitting: {
              groups: [
                // Two, so that a phone compiles each of them in a task of its own.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'router', test: /node_modules\/react-router\// },
                {
                  name: 'shop',
                  test: /\/(app\/(root|ui\/(icon|picture|price|button|skeleton)|storefront\/(frame|header|use-shop|product-card|product-description|card-grid|heart|swatch|cart-store|page-meta|areas)|account\/\w+-store)|shop\/(money|time|turkish|media\/urls|settings\/sections))\b/,
                  minShareCount: 2,
                },
                {
                  name: 'forms',
                  test: /\/(app\/(ui\/(field|form|notice|select)|storefront\/form-sending)|shop\/(messages\/checks|checkout\/phone))\b/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './server.ts' } },
      // Its package.json is 180 kB, and Node reads it anew for each of its many modules: half a second at each start.
      resolve: { noExternal: ['drizzle-orm'] },
    },
  },
})
