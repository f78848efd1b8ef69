/** A guest stands in `users` under her address with a prefix, by which nothing that looks for an account finds her. */

const prefix = 'guest:'

export function isGuestOf(user: { guest: boolean; email: string }, email: string): boolean {
  return user.guest && user.email === prefix + email.trim().toLowerCase()
}

/** What stands in a guest's row for this address. */
export function guestRowOf(email: string): string {
  return prefix + email
}

/** The address that she is written to. */
export function mailAddressOf({ guest, email }: { guest: boolean; email: string }): string {
  return guest ? email.slice(prefix.length) : email
}
