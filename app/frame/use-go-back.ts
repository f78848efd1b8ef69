import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** For the click of a link: leads back to the previous page of the shop; without one, the link leads where it says. */
export function useGoBack(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(window.history.state?.idx > 0)) return
    event.preventDefault()
    navigate(-1)
  }
}
