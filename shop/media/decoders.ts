import sharp from 'sharp'

// Only these decoders run, whatever a file claims to be: no SVG, PDF, GIF or anything that runs a program.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

export { sharp }
