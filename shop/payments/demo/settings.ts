import type { ProviderSettings } from '../provider-settings.ts'

export const demoSettings: ProviderSettings<object> = {
  title: 'The demo bank',
  schema: {},
  read: () => ({ config: {} }),
  findLiveProblems: () => ['PAYMENT_PROVIDER is the demo one, which takes no real money'],
  readiness: () => ({
    done: false,
    text: 'Deneme bankası kullanılıyor, gerçek para alınmaz. iyzico ya da PayTR anahtarlarınızı girin.',
  }),
  shown: () => ({ address: null, keys: null }),
}
