import type { ReactNode } from 'react'

/** A narrow page about the account, reached by a link in a mail. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="icerik" tabIndex={-1} className="gutter mx-auto w-full max-w-128 py-12 outline-none sm:py-20">
      <h1 className="mb-6 font-serif text-2xl">{title}</h1>
      <div className="grid gap-6">{children}</div>
    </main>
  )
}

/** The token of the mail's link. Read in the browser only, so that the page itself is the same for everybody. */
export function tokenFromAddress(): string | undefined {
  return new URLSearchParams(window.location.search).get('token') || undefined
}
