/** The part of its interface that feed.ts uses: version 11 brings no types. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag' | 'closeTag', handler: (element: string) => void): this
    on(event: 'text', handler: (text: string, decode: (text: string) => string) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    on(event: 'error', handler: (error: Error) => void): this
    parse(xml: string): void
  }
}
