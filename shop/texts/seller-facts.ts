import type { TextFacts } from './text.ts'

/** The seller's facts, for every text that must state them; blank ones are left out. */
export function sellerFacts({ shopName, shopEmail, shopAddress, policies }: TextFacts) {
  return [
    { label: 'Marka', value: shopName },
    { label: 'Ticaret unvanı', value: policies.merchantTitle },
    { label: 'MERSİS numarası', value: policies.mersis },
    { label: 'Ticaret sicil numarası', value: policies.tradeRegistry },
    { label: 'Meslek odası', value: policies.chamber },
    { label: 'Vergi dairesi ve numarası', value: [policies.taxOffice, policies.taxNumber].filter(Boolean).join(' / ') },
    { label: 'Merkez adresi', value: policies.address },
    { label: 'Telefon', value: policies.phone },
    { label: 'E-posta', value: shopEmail },
    { label: 'KEP adresi', value: policies.kep },
    { label: 'ETBİS kaydı', value: policies.etbis },
    { label: 'İnternet adresi', value: shopAddress },
  ].filter(({ value }) => value !== '')
}

/** The carrier of returns as part of a sentence. */
export function returnCarrier({ policies }: TextFacts): string {
  return policies.returnCarrier ? `anlaşmalı kargo firmamız ${policies.returnCarrier}` : 'anlaşmalı kargo firmamız'
}
