/** The values of a return's fields, in lists that the browser needs without the contract's checks. */

export const returnKinds = ['RETURN', 'EXCHANGE'] as const
export type ReturnKind = (typeof returnKinds)[number]

export const returnStatuses = [
  'REQUESTED',
  'APPROVED',
  'REFUSED',
  'ON_ITS_WAY',
  'RECEIVED',
  'COMPLETED',
  'CANCELLED',
] as const
export type ReturnStatus = (typeof returnStatuses)[number]

/** How a return stands, to her who asked for it. */
export const statusWords: Record<ReturnStatus, string> = {
  REQUESTED: 'Onay bekliyor',
  APPROVED: 'Onaylandı, paketinizi bekliyoruz',
  REFUSED: 'Kabul edilmedi',
  ON_ITS_WAY: 'Paketiniz yolda',
  RECEIVED: 'Ürünler elimizde',
  COMPLETED: 'Tamamlandı',
  CANCELLED: 'Geri aldınız',
}

export const returnReasons = ['TOO_SMALL', 'TOO_BIG', 'NOT_AS_PICTURED', 'FAULTY', 'OTHER'] as const
export type ReturnReason = (typeof returnReasons)[number]

export const reasonWords: Record<ReturnReason, string> = {
  TOO_SMALL: 'Küçük geldi',
  TOO_BIG: 'Büyük geldi',
  NOT_AS_PICTURED: 'Görseldeki gibi değil',
  FAULTY: 'Kusurlu veya hasarlı',
  OTHER: 'Diğer',
}

/** Reasons as reports count them: a shopper who withdraws before her parcel came, or exchanges, is not asked for one. */
export const countedReasons: Record<ReturnReason, string> = { ...reasonWords, OTHER: 'Diğer ya da belirtilmedi' }

export const pieceConditions = ['AS_NEW', 'WORN', 'FAULTY'] as const
export type PieceCondition = (typeof pieceConditions)[number]

/** Pictures of one return. */
export const mostImages = 4
