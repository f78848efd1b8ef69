import type { Actor, Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'

export async function actorOfToken(_ctx: Ctx, _token: string): Promise<Actor> {
  throw new ShopError('UNAUTHENTICATED', 'Oturumunuz geçersiz, lütfen yeniden giriş yapın.')
}
