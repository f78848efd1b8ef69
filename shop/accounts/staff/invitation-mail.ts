import { type Brand, button, greeting, type Mail, mailOf, paragraph, smallPrint } from '../../mail/layout.ts'

type Invited = { firstName: string; role: string; by: string | undefined; url: string }

export function invitationMail(brand: Brand, { firstName, role, by, url }: Invited): Mail {
  return mailOf(brand, {
    kind: 'staff-invitation',
    subject: `${brand.shopName}: ekibe davetlisiniz`,
    title: 'Ekibe davetlisiniz',
    blocks: [
      greeting(firstName),
      paragraph(
        `${by ? `${by}, sizi` : 'Sizi'} ${brand.shopName} mağazasının ekibine “${role}” rolüyle davet ${by ? 'etti' : 'ediyoruz'}. Aşağıdaki bağlantıdan daveti kabul ettiğinizde mağazanın yönetim paneline girebilirsiniz.`,
      ),
      button('Daveti Kabul Et', url),
      smallPrint('Bu bağlantı 7 gün geçerlidir ve bir kez kullanılabilir; kimseyle paylaşmayın.'),
      smallPrint('Böyle bir davet beklemiyorsanız bu e-postayı dikkate almayın, bağlantıya tıklamayın.'),
    ],
    reason: `Bu e-posta size ${brand.shopName} ekibine davet edildiğiniz için gönderildi.`,
  })
}
