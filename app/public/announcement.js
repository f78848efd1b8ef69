// Closes the announcement, and keeps it closed in this browser until its words change. It runs before the page is
// painted, so that what was closed is never seen again; pages without an announcement that can be closed never load it.
;(() => {
  const { id = '' } = document.currentScript?.dataset ?? {}
  const close = () => {
    document.documentElement.dataset.closed = ''
  }
  try {
    if (localStorage.getItem('announcement') === id) close()
  } catch {
    // Nothing is remembered where nothing may be kept.
  }
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('.announcement button')) return
    try {
      localStorage.setItem('announcement', id)
    } catch {
      // It stays closed on this page.
    }
    close()
  })
})()
