/** More pieces than this nobody wears at once. */
export const mostPieces = 6
