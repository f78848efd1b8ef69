/** After so many products comes a wide tile: an even number, so that rows of two and of four stay full. */
export const everyChoices = [6, 8, 12, 16, 24] as const
export const mostTiles = 3
