import { Navigate } from 'react-router'

/** The old address of the legal information, which is a section of the settings now. */
export default function LegalAddress() {
  return <Navigate to="/admin/ayarlar?bolum=yasal" replace />
}
