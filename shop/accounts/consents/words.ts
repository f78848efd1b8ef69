/** The words beside the box of the application form. */
export const applicationConsent = 'Yeniliklerden ve kampanyalardan e-posta ile haberdar olmak istiyorum.'
