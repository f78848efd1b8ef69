export type Attributes = Record<string, string | number>

/** A timed piece of work. Names and attributes leave the shop: nothing personal, no secret, no value of a query. */
export type Span = { name: string; kind: 'server' | 'client'; attributes: Attributes; parent?: string }

/** Times a piece of work; `note` adds attributes known only at its end. Spans begun within it are its children. */
export type Trace = <T>(span: Span, work: (note: (more: Attributes) => void) => Promise<T>) => Promise<T>
