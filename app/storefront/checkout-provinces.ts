export { provinces } from '#shop/checkout/provinces.ts'
