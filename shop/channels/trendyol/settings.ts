/** The shop's account at Trendyol: Hesap Bilgilerim → Entegrasyon Bilgileri in its seller panel. */
export type TrendyolSettings = { sellerId: string; apiKey: string; apiSecret: string; baseUrl: string }
