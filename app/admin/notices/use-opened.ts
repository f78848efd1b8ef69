import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** A tapped message opens in the panel that is open. */
export function useOpenedNotices(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const go = ({ data }: MessageEvent<{ open?: string }>) => {
      if (data.open?.startsWith('/admin')) navigate(data.open)
    }
    navigator.serviceWorker?.addEventListener('message', go)
    return () => navigator.serviceWorker?.removeEventListener('message', go)
  }, [navigate])
}
