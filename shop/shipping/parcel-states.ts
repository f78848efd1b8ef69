import type { ParcelState } from '../ports.ts'

/** The buyer's words for the states of her parcel; `ends`: no more news can follow. Those in `trouble` are named by the index of migration 0051. */
export const parcelStates: Record<ParcelState, { words: string; left: boolean; ends?: true; trouble?: true }> = {
  LABEL: { words: 'Etiketi hazırlandı, kargoya verilecek', left: false },
  ACCEPTED: { words: 'Kargo şubesine teslim edildi', left: true },
  MOVING: { words: 'Aktarma merkezinden yola çıktı', left: true },
  AT_CENTER: { words: 'Aktarma merkezinde', left: true },
  AT_BRANCH: { words: 'Size yakın şubede', left: true },
  OUT: { words: 'Dağıtımda', left: true },
  LATER: { words: 'Dağıtımı başka bir güne kaldı', left: true },
  HANDED_ON: { words: 'Başka bir kargo firmasına aktarıldı', left: true },
  DAMAGED: { words: 'Pakette hasar bildirildi; sizinle ilgileneceğiz', left: true, trouble: true },
  DELIVERED: { words: 'Teslim edildi', left: true, ends: true },
  LOST: { words: 'Kargoda bulunamıyor; sizinle ilgileneceğiz', left: true, trouble: true },
  UNDELIVERABLE: { words: 'Teslim edilemedi', left: true, trouble: true },
  RETURNING: { words: 'Bize geri dönüyor', left: true, trouble: true },
  UNKNOWN: { words: 'Kargoda', left: false },
}
