import type { TextFacts } from './texts.ts'

/** Who sells, for every text that must say it; what the owner has not given is left out. */
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
    { label: 'İnternet adresi', value: shopAddress },
  ].filter(({ value }) => value !== '')
}

/** Who carries returns and where to, as a sentence may hold it. */
export function returnCarrier({ policies }: TextFacts): string {
  return policies.returnCarrier ? `anlaşmalı kargo firmamız ${policies.returnCarrier}` : 'anlaşmalı kargo firmamız'
}
