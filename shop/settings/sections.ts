/** The sections of the information page in the order of its menu; the first is shown when none is asked for. */
export const sections = [
  { id: 'hakkimizda', name: 'Hakkımızda' },
  { id: 'teslimat-iade', name: 'Teslimat ve İade' },
  { id: 'sik-sorulanlar', name: 'Sık Sorulan Sorular' },
  { id: 'gizlilik-sozlesmesi', name: 'Gizlilik Sözleşmesi' },
  { id: 'mesafeli-satis', name: 'Mesafeli Satış Sözleşmesi' },
  { id: 'bizimle-calis', name: 'Bizimle Çalışın' },
] as const
export type Section = (typeof sections)[number]['id']

const defaultSection = sections[0].id

/** Returns a section's canonical path. */
export function sectionPath(section: Section): string {
  return section === defaultSection ? '/bilgi' : `/bilgi?section=${section}`
}

export function readSection(value: string | null): Section {
  return sections.find(({ id }) => id === value)?.id ?? defaultSection
}
