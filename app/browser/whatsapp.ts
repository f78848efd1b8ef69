/** Opens WhatsApp with a number and a text, on a phone and on a computer (faq.whatsapp.com, 'click to chat'). */
export function whatsappLink(phone: string, text: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
