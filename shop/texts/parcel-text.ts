import type { TextFacts } from './text.ts'

/** The words that lie in each parcel, short enough to be read while it is opened. */
export function parcelText(facts: TextFacts) {
  const { shopName, shopAddress, shopEmail, policies, promises, easyReturns, returnContract } = facts
  const { freeReturnDays, exchangeDays } = promises
  return {
    title: 'Paket fişi',
    description: `${shopName} paketlerinin içindeki teşekkür ve iade yazısı.`,
    lead: 'Bizi seçtiğiniz için teşekkür ederiz. Güzel günlerde giyin.',
    parts: [
      {
        title: 'İade ve değişim',
        blocks: [
          {
            steps: [
              `${freeReturnDays} gün içinde ücretsiz iade, ${exchangeDays} gün içinde değişim hakkınız var. ${easyReturns ? `Siparişinizi ${shopAddress} adresinde açıp “İade et” demeniz ya da ` : ''}sipariş numaranızla ${shopEmail} adresine yazmanız yeterli.`,
              easyReturns
                ? `İade kodunuzu ve ${policies.returnCarrier || 'anlaşmalı kargo firmamız'} ile ücretsiz nasıl göndereceğinizi size yazarız.${returnContract ? ` Anlaşma kodumuz: ${returnContract}.` : ''}`
                : `Size ${policies.returnCarrier || 'anlaşmalı kargo firmamız'} için ücretsiz bir gönderi kodu iletiriz.`,
              'Ürünü etiketi üzerinde, bu kâğıtla birlikte paketleyip kargoya verin.',
            ],
          },
        ],
      },
      {
        title: 'Bir sorunuz mu var?',
        blocks: [{ p: `Bize ${shopEmail} adresinden yazın. ${shopAddress}` }],
      },
    ],
  }
}
