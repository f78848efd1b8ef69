import { Link } from 'react-router'
import type { ShownAnnouncement } from '#shop/settings/face/announcement.ts'

/** The owner's line over every page. Its look comes with her own style, and public/announcement.js closes it. */
export function Announcement({ text, link, id }: ShownAnnouncement) {
  return (
    <>
      {id && <script src="/announcement.js" data-id={id} />}
      <aside aria-label="Duyuru" className="announcement">
        <p>{link ? <Link to={link}>{text}</Link> : text}</p>
        {id && <button type="button" aria-label="Duyuruyu kapat" />}
      </aside>
    </>
  )
}
