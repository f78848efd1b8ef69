import type { TextFacts } from './text.ts'

/** Working days within which the shop promises to answer an application. */
const replyDays = 5

export function workText({ shopName, shopEmail }: TextFacts) {
  return {
    title: 'Bizimle Çalışın',
    description: `${shopName} ile iş ortaklığı, üretim iş birliği, tasarım teklifi, bayilik ve iş başvuruları için form.`,
    lead: 'Üretici, tasarımcı, bayi adayı ya da ekip arkadaşı: aklınızdakini bize anlatın.',
    parts: [
      {
        title: 'Nasıl ilerliyoruz?',
        blocks: [
          {
            p: `Aşağıdaki formu doldurmanız yeterli. Her başvuruyu okuyor ve ${replyDays} iş günü içinde yanıtlıyoruz. Sorunuz olursa ${shopEmail} adresine yazabilirsiniz.`,
          },
        ],
      },
    ],
  }
}
