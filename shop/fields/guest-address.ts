/** A guest stands in `users` under her address with a prefix, so that no search for an account finds her. */

const prefix = 'guest:'

export function isGuestOf(user: { guest: boolean; email: string }, email: string): boolean {
  return user.guest && user.email === prefix + email.trim().toLowerCase()
}

/** The address as a guest's row holds it. */
export function guestRowOf(email: string): string {
  return prefix + email
}

/** The address that she is written to. */
export function mailAddressOf({ guest, email }: { guest: boolean; email: string }): string {
  return guest ? email.slice(prefix.length) : email
}
