/**
 * Without a connection she keeps the page that she has: whatever leads to another one would leave her with the browser's
 * own error page. A line at the foot of the screen says so for as long as it lasts.
 */
const line = document.createElement('p')
line.setAttribute('role', 'status')
line.className =
  'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg rounded-xs border border-line bg-surface p-4 text-sm shadow-2xl empty:hidden'
document.body.append(line)

function tell(): void {
  line.textContent = navigator.onLine
    ? ''
    : 'İnternet bağlantınız yok. Bağlantınız gelince kaldığınız yerden devam edebilirsiniz.'
}

/** Pressing a link leads away; so does coming near one, as the page behind it is then fetched ahead. */
const near = ['pointerover', 'mouseover', 'touchstart', 'focusin']

function stay(event: Event): void {
  const { target } = event
  if (navigator.onLine || !(target instanceof Element)) return
  // Forms that send something say themselves that they could not.
  if (!target.closest(event.type === 'submit' ? 'form:not([method="post"])' : 'a[href^="/"]')) return
  if (!near.includes(event.type)) event.preventDefault()
  event.stopPropagation()
}

for (const change of ['online', 'offline']) window.addEventListener(change, tell)
for (const act of ['click', 'submit', ...near]) window.addEventListener(act, stay, true)
tell()

export {}
