import type { KeyboardEvent } from 'react'
import { fold } from '#shop/turkish.ts'
import { searchSlug } from '../../frame/areas.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent.ts'
import type { Suggested } from './suggest.ts'

type Product = Suggested['products'][number]

export type Suggestion = { to: string } & (
  | { group: 'Kategoriler'; name: string }
  | { group: 'Ürünler'; product: Product }
  | { group: 'Tüm sonuçlar'; typed: string }
  | { group: 'Son aramalar' | 'Öneriler'; word: string }
)

/** `index` is the suggestion at which the arrow keys are, -1 in the field itself. */
export type SuggestionList = { open: boolean; typed: string; suggestions: Suggestion[]; index: number }

const closed: SuggestionList = { open: false, typed: '', suggestions: [], index: -1 }

/** Fewer letters mean nothing yet. */
const fewestLetters = 2
/** After a pause of this many milliseconds the letters are taken for a question. */
const pause = 150
const answers = new Map<string, Suggested>()

export type Suggesting = ReturnType<typeof createSuggesting>

/** Finds out what the letters in a search field may mean; `show` draws the list. */
export function createSuggesting(show: (list: SuggestionList) => void) {
  let list = closed
  let asked = ''
  let last: Suggested | undefined
  let stop = () => {}

  function change(next: SuggestionList) {
    list = next
    show(next)
  }
  function hide() {
    stop()
    change(closed)
  }

  return {
    hide,
    /** She goes on to this address; a search is remembered. */
    leave(to: string) {
      const { pathname, searchParams } = new URL(to, location.href)
      if (pathname === `/${searchSlug}`) rememberSearch(searchParams.get('q') ?? '')
    },
    forget() {
      forgetSearches()
      const suggestions = list.suggestions.filter(({ group }) => group !== 'Son aramalar')
      change({ ...list, open: suggestions.length > 0, suggestions, index: -1 })
    },
    /** The letters in the field have changed, or she came back to them. Until the answer is there, the last one stays. */
    type(text: string) {
      stop()
      const typed = text.trim()
      // Written so that folding keeps the sign and the dash of prices.
      const q = fold(text.replace(/₺/g, ' tl ').replace(/[–—]/g, '-')).replace(/\s+/g, ' ').trim()
      if (q.length > 0 && q.length < fewestLetters) return change(closed)
      const index = q === asked ? list.index : -1
      asked = q
      const answered = (answer: Suggested) => {
        const suggestions = typed === '' ? ideas(answer) : suggestionsOf(answer, typed)
        if (typed !== '') last = answer
        change({ open: typed !== '' || suggestions.length > 0, typed, suggestions, index })
      }
      const known = answers.get(q)
      if (known) return answered(known)
      if (typed === '') answered(nothing)
      else if (last) answered(last)
      else change(closed)
      stop = ask(q, answered)
    },
    /** Moves through the list by key; gives the address of the suggestion that Enter opens. */
    press(event: KeyboardEvent): string | undefined {
      if (!list.open) return undefined
      const { suggestions, index } = list
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const chosen = event.key === 'Enter' ? suggestions[index] : undefined
      // From the last one it goes on in the field itself.
      const places = suggestions.length + 1
      if (event.key === 'Escape') hide()
      else if (step && suggestions.length > 0) change({ ...list, index: ((index + 1 + step + places) % places) - 1 })
      else if (!chosen) return undefined
      event.preventDefault()
      return chosen?.to
    },
  }
}

/** Asks the shop after a pause; gives what stops it. Without an answer the field still searches. */
function ask(q: string, answered: (answer: Suggested) => void): () => void {
  const stopped = new AbortController()
  const timer = setTimeout(async () => {
    try {
      const response = await fetch(`/${searchSlug}/oneriler?${new URLSearchParams({ q })}`, { signal: stopped.signal })
      if (!response.ok) return
      const answer = (await response.json()) as Suggested
      answers.set(q, answer)
      if (!stopped.signal.aborted) answered(answer)
    } catch {
      // Lost on the way, or no longer wanted.
    }
  }, pause)
  return () => {
    clearTimeout(timer)
    stopped.abort()
  }
}

const nothing: Suggested = { categories: [], products: [], words: [] }

/** For the empty field: what she searched for before, and words of many products. */
function ideas({ words }: Suggested): Suggestion[] {
  const recent = recentSearches()
  const of = (group: 'Son aramalar' | 'Öneriler', word: string) => ({ group, word, to: resultsOf(word) })
  const known = new Set(recent.map(fold))
  return [
    ...recent.map((word) => of('Son aramalar', word)),
    ...words.filter((word) => !known.has(fold(word))).map((word) => of('Öneriler', word)),
  ]
}

const resultsOf = (q: string) => `/${searchSlug}?${new URLSearchParams({ q })}`

function suggestionsOf({ categories, products }: Suggested, typed: string): Suggestion[] {
  if (categories.length + products.length === 0) return []
  return [
    ...categories.map((category) => ({ group: 'Kategoriler' as const, ...category })),
    ...products.map((product) => ({ group: 'Ürünler' as const, to: `/urun/${product.slug}`, product })),
    { group: 'Tüm sonuçlar', to: resultsOf(typed), typed },
  ]
}
