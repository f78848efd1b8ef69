/** What the shop promises on its pages, in one place: they must say the same everywhere. */
export const freeReturnDays = 15

export const promises = {
  shipping: 'Ücretsiz kargo',
  return: `${freeReturnDays} gün içinde ücretsiz iade`,
  dispatch: '1–2 iş gününde kargoda',
} as const

export const promise = `Her siparişte ücretsiz kargo, ${promises.return}.`
