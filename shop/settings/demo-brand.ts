/** The demo shop's name. The drawings that belong to it, such as its blossom, leave with it. */
export const demoBrand = 'Narçiçeği'
