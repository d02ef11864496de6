import type { ReactNode } from 'react'

const drawings = {
  warning: <path d="M12 8v5M12 16.5v.2M12 3.5 2.8 19.5h18.4z" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20" />,
  person: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />,
  logout: <path d="M10 4H5v16h5M14.5 8l4 4-4 4M18.5 12H9.5" />,
  undo: <path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3" />,
  back: <path d="M10 6l-6 6 6 6M4 12h16" />,
  next: <path d="M14 6l6 6-6 6M20 12H4" />,
  clock: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2" />,
  cross: <path d="M6 6l12 12M18 6 6 18" />,
  shop: <path d="M4 9.5 5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8h13v-8M10 20v-5h4v5" />,
  qr: <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v3M17.5 20H20M14 20v-.5M20 20v-.2" />,
  settings: <path d="M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M6 14.5v5" />,
  edit: <path d="M4 20l1-4L16 5l3 3L8 19zM14 7l3 3" />,
  trash: <path d="M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13" />,
  picture: <path d="M4 5h16v14H4zM4 16l4.5-4.5L13 16l2.5-2.5L20 17.5M15.5 9.2v.1" />,
  plus: <path d="M12 5v14M5 12h14" />,
  link: <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6L12 7.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6L12 16.8" />,
  copy: <path d="M9 9h11v11H9zM15 9V4H4v11h5" />,
  language: <path d="M4 5.5h9M8.5 3.5v2M11.5 5.5c-.8 4-3.4 7-7 8.5M6 9c1 2.3 3 4.2 5.5 5M12.5 20.5l4-10 4 10M14 17h5" />,
  people: (
    <path d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 11.2a3.5 3.5 0 0 0 0-6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8" />
  ),
  display: <path d="M3 5h18v11H3zM8 20h8M12 16v4" />,
  down: <path d="M6 9.5l6 6 6-6" />,
  download: <path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14" />,
  swap: <path d="M7 4 3.5 7.5 7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7" />,
  pause: <path d="M8.5 5.5v13M15.5 5.5v13" />,
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" />,
  'bell-off': <path d="M7.5 7A6 6 0 0 1 18 11v4M17 18.5H4.5l1.5-2V11M10 21h4M4 4l16 16" />,
  card: <path d="M3 6h18v12.5H3zM3 10h18M6.5 15h4" />,
  help: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.6v.1" />,
  file: <path d="M6 3.5h8l4 4v13H6zM13.5 3.5v4.5H18M9 12.5h6M9 16h6" />,
  money: <path d="M3 6.5h18v11H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 9.5v5M18 9.5v5" />,
  reload: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4" />,
} satisfies Record<string, ReactNode>

/** Always next to a word, so it is hidden from screen readers. */
export function Icon({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
