import Security from '#app/account/security/security.tsx'

/** The two-step login of the one who is signed in. */
export default function OwnSecurity() {
  return (
    <>
      <h1 className="mb-2 font-display text-2xl">Giriş güvenliğim</h1>
      <p className="mb-6 max-w-160 text-muted">
        Panelde müşterilerin bilgileri ve mağazanın parası var. İki adımlı girişi açık tutun; bu ayarlar yalnızca sizin
        hesabınız içindir.
      </p>
      <div className="max-w-160">
        <Security heading="h2" />
      </div>
    </>
  )
}
