/**
 * Stands in a mail for what opens an order, which is written there when the mail is sent and kept nowhere; for an order that is in
 * an account by then, `joinedMark` is written.
 */
export const linkMark = 'gonderilirken-yazilir'
export const joinedMark = 'hesabinizda'
