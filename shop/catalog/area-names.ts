import type { Area } from './contract.ts'

export const areaNames: Record<Area, string> = {
  'ust-giyim': 'Üst Giyim',
  'alt-giyim': 'Alt Giyim',
  aksesuar: 'Aksesuar',
  special: 'Özel Koleksiyon',
}
