/** What an upload may be; the forms of the admin say the same before anything is sent. */
export const maxImageBytes = 10 * 1024 * 1024
export const acceptedImages = 'image/jpeg,image/png,image/webp,image/avif'
export const imageTooLarge = "Dosya boyutu 10MB'dan büyük olamaz"
export const notAnImage = 'Sadece resim dosyaları kabul edilir'
