import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Cover } from '#shop/catalog/covers.ts'
import type { Image } from '#shop/media/images.ts'
import type { Scene } from '#shop/settings/scenes.ts'

type ChoiceProps = { title: string; text: string; covers: Cover[]; first: Scene | undefined; unisex: Scene | undefined }

/** Where to begin: women's clothes, or what everybody wears. */
export function GenderChoice({ title, text, covers, first, unisex }: ChoiceProps) {
  const dress = covers.find(({ slug }) => slug === 'elbise') ?? covers.find(({ area }) => area === 'ust-giyim')
  const choices = [
    {
      name: 'Kadın',
      to: '/ust-giyim',
      about: 'Elbise, bluz, yelek ve takımlar',
      picture: dress?.picture ?? first?.landscape,
    },
    {
      name: 'Unisex',
      to: '/alt-giyim',
      about: 'Etekler ve pantolonlar',
      picture: unisex?.portrait,
    },
  ]
  return (
    <section aria-labelledby="secim-basligi" className="gutter mx-auto max-w-page pt-16 md:pt-24">
      <h2 id="secim-basligi" className="font-display text-2xl md:text-3xl">
        {title}
      </h2>
      <ul className="mt-8 grid grid-cols-2 gap-x-3 gap-y-10 md:mt-12 md:gap-x-6">
        {choices.map((choice) => (
          <Choice key={choice.name} {...choice} />
        ))}
      </ul>
      {text && (
        <p className="mt-14 flex flex-wrap items-center justify-between gap-6 border-line border-t pt-8 text-lg">
          {text}
          <Link to="/ust-giyim" state={{ selectedCategory: 'dis-giyim' }} className={buttonClass('secondary')}>
            Dış Giyim
          </Link>
        </p>
      )}
    </section>
  )
}

type ChoiceItem = { name: string; to: string; about: string; picture: Image | undefined }

function Choice({ name, to, about, picture }: ChoiceItem) {
  return (
    <li className="group relative">
      {picture && (
        <div className="aspect-4/5 overflow-hidden rounded-xs lg:aspect-5/4">
          <Picture
            image={picture}
            alt=""
            sizes="(min-width: 1440px) 640px, 46vw"
            className="size-full object-cover object-[50%_30%] transition-transform duration-700 ease-out group-hover:scale-[1.03]"
          />
        </div>
      )}
      <div className={`flex items-end justify-between gap-4 ${picture ? 'pt-4' : 'border-line border-t pt-6'}`}>
        <div className="min-w-0">
          <h3 className="font-display text-2xl">
            <Link to={to} state={{ selectedCategory: to.slice(1) }} className="after:absolute after:inset-0">
              {name}
            </Link>
          </h3>
          <p className="text-muted">{about}</p>
        </div>
        <span className="pb-1 transition-transform group-hover:translate-x-1 max-sm:hidden">
          <Icon name="next" size={24} />
        </span>
      </div>
    </li>
  )
}
