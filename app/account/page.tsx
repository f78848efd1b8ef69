import type { ReactNode } from 'react'

/** A narrow page about the account, reached by a link in a mail. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="gutter mx-auto w-full max-w-144 py-12 sm:py-20">
      <h1 tabIndex={-1} className="outline-none mb-6 font-display text-2xl">
        {title}
      </h1>
      <div className="grid grid-cols-1 gap-6">
        <noscript>
          <p>Bu sayfa JavaScript olmadan çalışmıyor. Tarayıcınızda JavaScript’i açıp sayfayı yenileyin.</p>
        </noscript>
        {children}
      </div>
    </div>
  )
}

/** The token of the mail's link. Read in the browser only, so that the page itself is the same for everybody. */
export function tokenFromAddress(): string | undefined {
  return new URLSearchParams(window.location.search).get('token') || undefined
}
