/** The words beside the box of the application form. */
export const applicationConsent = 'Yeniliklerden ve kampanyalardan e-posta ile haberdar olmak istiyorum.'

/** The token of a link by which she agrees begins with it; the page of both links tells it from one by which she takes it back. */
export const agreeingMark = 'izin.'
