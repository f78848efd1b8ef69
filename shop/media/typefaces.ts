import { createRequire } from 'node:module'

/** Whole typefaces, not the web's subsets: a name may need any letter. For documents and pictures that the server makes. */
const { resolve } = createRequire(import.meta.url)

export const typefaces = {
  text: resolve('source-sans/TTF/SourceSans3-Regular.ttf'),
  strong: resolve('source-sans/TTF/SourceSans3-Semibold.ttf'),
  title: resolve('source-serif/TTF/SourceSerif4-Regular.ttf'),
}
export type Typeface = keyof typeof typefaces
