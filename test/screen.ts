import { afterEach, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// Complaints on the console fail a test, and each test starts with an empty page and storage.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(async () => {
  await cleanup()
  expect(console.error).not.toHaveBeenCalled()
  expect(console.warn).not.toHaveBeenCalled()
})
