/** Where a shop may be found besides Instagram, which is part of the brand, and WhatsApp, which has a setting of its own. */
export const socialNames = {
  facebook: 'Facebook',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  x: 'X',
} as const
export type SocialId = keyof typeof socialNames
export const socialIds = Object.keys(socialNames) as [SocialId, ...SocialId[]]
