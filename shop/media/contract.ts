/** Limits of an upload, in bytes; the panel's forms check them too before anything is sent. */
export const maxImageBytes = 10 * 1024 * 1024
export const acceptedImages = 'image/jpeg,image/png,image/webp,image/avif'
export const imageTooLarge = "Dosya boyutu 10MB'dan büyük olamaz"
export const notAnImage = 'Sadece resim dosyaları kabul edilir'
/** An iPhone keeps its photographs as HEIC: it makes a JPEG of one when it sends it, a computer to which one was copied does not. */
export const isHeic = 'HEIC fotoğrafı açılamıyor; JPEG olarak kaydedip yeniden seçin.'

/** Pixels of the owner's picture at most, and of a guest's below: more is a decompression bomb, or needlessly large. */
export const maxPixels = 50_000_000
/** A phone's usual photograph has 4032 × 3024. */
export const maxPixelsOfGuests = 12 * 1024 * 1024
