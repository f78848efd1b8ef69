import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The options with which a browser asks for a passkey, as the API sends them. */
export type PasskeyOptions = Record<string, unknown>

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window
}

/** It went wrong in the browser or was called off; `message` says what to do. */
export class PasskeyError extends Error {}

/** Has a passkey sign; its script is fetched with the first use. */
export async function signWithPasskey(options: PasskeyOptions): Promise<object> {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyError(reasonOf(error, 'Geçiş anahtarı kullanılmadı. Tekrar deneyin ya da başka bir yol seçin.'))
  })
}

export async function makePasskey(options: PasskeyOptions): Promise<object> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyError(reasonOf(error, 'Geçiş anahtarı oluşturulmadı. Tekrar deneyin.'))
  })
}

async function library() {
  if (!knowsPasskeys()) throw new PasskeyError('Bu tarayıcı geçiş anahtarı tanımıyor; kod ile devam edin.')
  return import('@simplewebauthn/browser').catch(() => {
    throw new PasskeyError('Bağlantı kurulamadı. İnternetinizi denetleyip tekrar deneyin.')
  })
}

function reasonOf(error: unknown, otherwise: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'Bu cihazın geçiş anahtarı hesabınızda zaten var.'
  if (code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN')
    return 'Geçiş anahtarları bu adreste kullanılamıyor; mağazayı kendi adresinden açın.'
  return otherwise
}
