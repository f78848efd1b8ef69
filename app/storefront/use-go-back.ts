import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** Pressed, a link leads back to where she came from; opened by itself, it leads where it says. */
export function useGoBack(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(window.history.state?.idx > 0)) return
    event.preventDefault()
    navigate(-1)
  }
}
