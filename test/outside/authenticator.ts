import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Options = { challenge?: unknown; rp?: unknown; rpId?: unknown; allowCredentials?: unknown }
type Habits = {
  /** The page that asks. */
  origin?: string
  rpId?: string
  /** Whether its owner unlocked it. */
  unlocked?: boolean
  /** It counts no signatures, as those do that are kept in the cloud. */
  counts?: boolean
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** A passkey on a device with a browser around it: WebAuthn, ES256, attestation 'none'. */
export class Authenticator {
  readonly id = randomBytes(32)
  counter = 0
  private readonly habits: Habits
  private readonly key: KeyObject
  private readonly publicKey: KeyObject

  constructor(habits: Habits = {}) {
    this.habits = habits
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.key = pair.privateKey
    this.publicKey = pair.publicKey
  }

  /** The browser's answer when a passkey is made. */
  make(options: Options, habits: Habits = {}) {
    const idLength = Buffer.from([0, this.id.length])
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, this.coseKey()])
    const authData = this.authData({ ...this.habits, ...habits }, 0x40, credential)
    const head = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')])
    const attestationObject = Buffer.concat([Buffer.from([0xa3]), head, bytes(authData)])
    return this.answer({
      clientDataJSON: base64url(this.clientData('webauthn.create', options, habits)),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    })
  }

  /** Its answer when a passkey signs. */
  sign(options: Options, habits: Habits = {}) {
    if (this.habits.counts !== false) this.counter++
    const clientData = this.clientData('webauthn.get', options, habits)
    const authData = this.authData({ ...this.habits, ...habits }, 0)
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.key)),
      userHandle: null,
    })
  }

  private answer<R>(response: R) {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  private clientData(type: string, { challenge }: Options, habits: Habits): string {
    const { origin = 'http://localhost:3000' } = { ...this.habits, ...habits }
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  private authData({ rpId = 'localhost', unlocked = true }: Habits, flags: number, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (unlocked ? 4 : 0)]), counter, more])
  }

  /** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' })
    const [cx, cy] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const head = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21])
    return Buffer.concat([head, bytes(cx), Buffer.from([0x22]), bytes(cy)])
  }
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
}

function bytes(value: Uint8Array): Buffer {
  const head =
    value.length < 24
      ? [0x40 | value.length]
      : value.length < 256
        ? [0x58, value.length]
        : [0x59, value.length >> 8, value.length & 255]
  return Buffer.concat([Buffer.from(head), value])
}
