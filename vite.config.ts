import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
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
          ...['zod', 'drizzle-orm', 'drizzle-orm/pg-core', 'chart.js', 'react-image-crop', '@tanstack/react-table'],
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
                  name: 'shop',
                  test: /\/(app\/(root|ui\/(icon|picture|price|button|skeleton)|frame\/(frame|header|use-(shop|carried)|page-meta|areas)|storefront\/(listing\/(card\/(skeleton|swatch|product-name|grown-picture)|heart|address)|cart\/store)|browser\/(session-store|touched)|account\/favorites\/(favorites-store|guest-favorites))|shop\/(money|time|turkish|media\/urls|settings\/sections))\b/,
                  minShareCount: 2,
                },
                // On the product page they stand below, and come at the first touch.
                {
                  name: 'cards',
                  test: /\/app\/storefront\/listing\/(card\/(product-card|badges|colors)|card-grid)\b/,
                },
                // The panel's own: every file of its pages is named in the list of routes that each page loads.
                {
                  name: 'parts',
                  test: /\/app\/admin\/parts\/(api|list-parts|search-box|use-query|use-admin-submit|sheet|delete-confirm|unsaved-guard|status-mark|day-name)\b/,
                },
                {
                  name: 'forms',
                  test: /\/(app\/(ui\/(field|form|use-submit|notice|select)|storefront\/info\/form-sending)|shop\/(messages\/checks|fields\/phone))\b/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './server/app.ts' } },
      // Its package.json is 180 kB, and Node reads it anew for each of its many modules: half a second at each start.
      resolve: { noExternal: ['drizzle-orm'] },
    },
  },
})
