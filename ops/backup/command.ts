/** Ends the process; a failure that the person at the terminal can mend is one line, any other keeps its stack. */
export function endWithError(error: unknown): never {
  const expected = error instanceof Error && /^(SettingsError|DatabaseError|BackupError)$/.test(error.constructor.name)
  console.error(expected ? error.message : error)
  process.exit(1)
}
