let grown: HTMLImageElement | undefined

/** The file of the picture that was clicked, which is here already. */
export const grownPicture = () => grown?.currentSrc

/** The picture that was clicked becomes the one of the product page. */
export function growPicture(card: HTMLElement | null) {
  if (grown) grown.style.viewTransitionName = ''
  grown = card?.querySelector('img') ?? undefined
  // On a product's page the name is that of its own picture.
  document.querySelector('.product-picture')?.classList.remove('product-picture')
  if (grown) grown.style.viewTransitionName = 'product-picture'
}
