import sharp from 'sharp'

// Only these decoders run, whatever a file says of itself: no SVG, PDF, GIF or anything that runs a program.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

/** More than this is a bomb, or a picture that nobody needs so large. */
export const maxPixels = 50_000_000

export { sharp }
